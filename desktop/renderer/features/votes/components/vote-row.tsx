import { Link } from 'react-router-dom'
import { Author } from '#desktop/renderer/components/author.tsx'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { useFoldedTitle } from '#desktop/renderer/features/blocks/use-blocked.ts'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { Age } from '#desktop/renderer/features/market/live-time.tsx'
import { CompactOffer } from '#desktop/renderer/features/market/offer.tsx'
import { useCanEdit } from '#desktop/renderer/features/posts/edit-window.tsx'
import { atPlace, type ListPlace } from '#desktop/renderer/features/votes/list-filter.ts'
import { ResultBadge } from '#desktop/renderer/features/votes/result-badge.tsx'
import { useVoteText } from '#desktop/renderer/features/votes/use-vote-text.ts'
import { useLanguage, useUser } from '#desktop/renderer/platform/services.ts'
import type { VoteItem } from '#shared/contract/votes.ts'
import { voteEditPath, voteViewPath } from '#shared/rules/paths.ts'
import { hasPoints, storedOffer } from '#shared/rules/vote-offer.ts'
import styles from './vote-row.module.css'

interface VoteRowProps {
  vote: VoteItem
  /** The list page of the row, to which the reader returns. */
  place: ListPlace
  isCurrent: boolean
}

/** A vote in the list; the whole row is its link. The user's own has an edit link for an hour. */
export function VoteRow({ vote, place, isCurrent }: VoteRowProps) {
  const { t, format, offerText } = useVoteText()
  const { id, voteChoice, uniqueCode, nickname, created } = vote
  const isMine = useUser()?.id === vote.uid
  const isEditable = useCanEdit(vote)
  const offer = storedOffer(voteChoice, vote.offer, vote.carried)
  const { title, name, isSoft } = useTitle(vote, isMine)
  const written = format.date(Date.parse(created))
  return (
    <li className={styles.row} data-current={isCurrent || undefined}>
      <span className={styles.id}>[{id}]</span>
      <LeveledDirection choice={voteChoice} refPrice={vote.refPrice} isStacked />
      <span className={styles.result}>
        <ResultBadge result={vote.result} points={vote.points} />
        {vote.result === 'wait' && hasPoints(offer) && <CompactOffer offer={offer} />}
      </span>
      <span className={styles.round}>{format.day(Date.parse(vote.targetTime))}</span>
      <span className={styles.note}>
        {isMine && <Badge tone="quiet">{t('list.mine')}</Badge>}
        <Link
          to={atPlace(voteViewPath(id), place)}
          className={`row-link ${styles.title}`}
          data-soft={isSoft || undefined}
          // The link covers the row, so its tooltip explains all of it.
          title={[title, offerText(offer), written].join('\n')}
          aria-label={name}
          aria-current={isCurrent ? 'true' : undefined}
        >
          {title}
        </Link>
      </span>
      <span className={styles.author}>
        <Author nickname={nickname} uniqueCode={uniqueCode} />
      </span>
      <time className={styles.age} dateTime={created} title={written}>
        <Age since={Date.parse(created)} />
      </time>
      <Count name={t('column.likes')} value={vote.likes} />
      <Count name={t('column.views')} value={vote.views} />
      {isEditable && (
        <Link
          to={voteEditPath(id)}
          data-shortcut="edit"
          className={`${buttonClass('plain')} ${styles.edit}`}
          aria-label={t('list.editOf', { id })}
        >
          {t('list.edit')}
        </Link>
      )}
    </li>
  )
}

interface RowTitle {
  title: string
  /** Its accessible name, where that is another one. */
  name?: string
  /** Not the words of the author. */
  isSoft: boolean
}

/** The first line of the note; an own vote without one shows its direction, others a dash. */
function useTitle(vote: VoteItem, isMine: boolean): RowTitle {
  const { t, directionText } = useVoteText()
  const { title, isFolded } = useFoldedTitle(vote, vote.title)
  if (vote.contentExist === 1 && vote.title !== '') return { title, isSoft: isFolded }
  if (isMine) return { title: directionText(vote.voteChoice, vote.refPrice), isSoft: true }
  return { title: '—', name: t('list.noNoteOf', { id: vote.id }), isSoft: true }
}

/** A number whose name is the head of its column, or stands before it on narrow screens. */
function Count({ name, value }: { name: string; value: number }) {
  const { format } = useLanguage()
  return (
    <span className={styles.count}>
      <span className={styles.name}>{name} </span>
      {format.count(value)}
    </span>
  )
}
