import { Link } from 'react-router-dom'
import { Badge, type BadgeTone } from '#desktop/renderer/components/badge.tsx'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { Nickname } from '#desktop/renderer/components/nickname.tsx'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useCanEdit } from '#desktop/renderer/features/posts/edit-window.tsx'
import { onPage } from '#desktop/renderer/features/posts/list-url.ts'
import { PostRow } from '#desktop/renderer/features/posts/post-row.tsx'
import { useVoteText } from '#desktop/renderer/features/votes/use-vote-text.ts'
import { useUser } from '#desktop/renderer/platform/services.ts'
import type { VoteItem } from '#shared/contract/votes.ts'
import type { VoteResult } from '#shared/rules/band.ts'
import { voteEditPath, voteViewPath } from '#shared/rules/paths.ts'
import styles from './vote-row.module.css'

interface VoteRowProps {
  vote: VoteItem
  /** The list page of the row, to which the reader returns. */
  page: number
  isCurrent: boolean
}

/** A vote in the list; the user's own has an edit link for an hour. */
export function VoteRow({ vote, page, isCurrent }: VoteRowProps) {
  const { t, format, directionText } = useVoteText()
  const { id, voteChoice, uniqueCode, nickname, created } = vote
  const isMine = useUser()?.id === vote.uid
  const isEditable = useCanEdit(vote)
  const hasNote = vote.contentExist === 1 && vote.title !== ''
  return (
    <PostRow
      id={id}
      to={onPage(voteViewPath(id), page)}
      isSoft={!hasNote && !isMine}
      title={hasNote ? vote.title : isMine ? directionText(voteChoice) : t('list.noNote')}
      isCurrent={isCurrent}
      marks={
        <>
          <span className={styles.marks}>
            <DirectionMark choice={voteChoice} />
            <ResultBadge result={vote.result} />
          </span>
          {isMine && <Badge tone="quiet">{t('list.mine')}</Badge>}
        </>
      }
      meta={
        <>
          <span>
            {uniqueCode} <Nickname name={nickname} />
          </span>
          <time dateTime={created}>{format.date(Date.parse(created))}</time>
          <span className={styles.counts}>
            <span>{t('list.views', { views: format.count(vote.views) })}</span>
            <span>{t('list.likes', { likes: format.count(vote.likes) })}</span>
          </span>
        </>
      }
      action={
        isEditable && (
          <Link
            to={voteEditPath(id)}
            className={buttonClass('plain')}
            aria-label={t('list.editOf', { id })}
          >
            {t('list.edit')}
          </Link>
        )
      }
    />
  )
}

const TONES: Record<VoteResult, BadgeTone> = {
  HIT: 'good',
  MISS: 'warn',
  wait: 'quiet',
  unknown: 'quiet',
}

/** The result of a vote. A result that this client does not know is shown as unknown. */
export function ResultBadge({ result }: { result: VoteResult }) {
  const { t } = useVoteText()
  const known = Object.hasOwn(TONES, result) ? result : 'unknown'
  return <Badge tone={TONES[known]}>{t(`result.${known}`)}</Badge>
}
