import { Link } from 'react-router-dom'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { onPage } from '#desktop/renderer/components/list-address.ts'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useCanEdit } from '#desktop/renderer/features/posts/edit-window.tsx'
import { PostRow } from '#desktop/renderer/features/posts/post-row.tsx'
import { useUser } from '#desktop/renderer/platform/services.ts'
import type { VoteItem } from '#shared/contract/votes.ts'
import { voteEditPath, voteViewPath } from '#shared/rules/paths.ts'
import { ResultBadge } from './result-badge.tsx'
import { useVoteWords } from './use-vote-words.ts'
import styles from './vote-row.module.css'

interface VoteRowProps {
  vote: VoteItem
  /** The page of the list that it stands on, so that one comes back to it. */
  page: number
  isCurrent: boolean
}

/** One vote in the list. An own one can be edited from here for an hour. */
export function VoteRow({ vote, page, isCurrent }: VoteRowProps) {
  const { t, format, direction } = useVoteWords()
  const { id, voteChoice, uniqueCode, nickname, created } = vote
  const isMine = useUser()?.id === vote.uid
  const isEditable = useCanEdit(vote)
  const hasNote = vote.contentExist === 1 && vote.title !== ''
  return (
    <PostRow
      id={id}
      to={onPage(voteViewPath(id), page)}
      isSoft={!hasNote && !isMine}
      title={hasNote ? vote.title : isMine ? direction(voteChoice) : t('list.noNote')}
      isCurrent={isCurrent}
      marks={
        <>
          <span className={styles.call}>
            <DirectionMark choice={voteChoice} word={direction(voteChoice)} />
            <ResultBadge result={vote.result} />
          </span>
          {isMine && <Badge tone="quiet">{t('list.mine')}</Badge>}
        </>
      }
      meta={
        <>
          <span>
            {uniqueCode} {nickname}
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
