import { memo } from 'react'
import type { To } from 'react-router-dom'
import { Author } from '#desktop/renderer/components/author.tsx'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { useFoldedTitle } from '#desktop/renderer/features/blocks/use-blocked.ts'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { Age } from '#desktop/renderer/features/market/live-time.tsx'
import { CompactOffer } from '#desktop/renderer/features/market/offer.tsx'
import { priceChange } from '#desktop/renderer/features/market/price-display.ts'
import { PostRow } from '#desktop/renderer/features/posts/post-row.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { RecentPosts } from '#shared/contract/posts.ts'
import type { RoundItem } from '#shared/contract/rounds.ts'
import type { VoteItem } from '#shared/contract/votes.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { deskTexts } from '#shared/i18n/screens/desk.ts'
import { rankingTexts } from '#shared/i18n/screens/ranking.ts'
import { roundPath } from '#shared/rules/paths.ts'
import { storedOffer } from '#shared/rules/vote-offer.ts'
import { isSameEvent, type LiveEvent } from './live-events.ts'
import styles from './live-row.module.css'
import { pathOf, type ShownText, searchOf } from './shown-text.ts'

interface LiveRowProps {
  event: LiveEvent
  /** A vote or post opens in place of the column. */
  opensBeside: boolean
  /** Of the own vote in a settled round; null without one. */
  points: number | null
}

/** An entry of the live column; renders only when its content changes, though each reply is new. */
export const LiveRow = memo(
  function LiveRow({ event, opensBeside, points }: LiveRowProps) {
    const toOf = (text: ShownText) =>
      opensBeside ? { search: searchOf(text) } : { pathname: pathOf(text) }
    if (event.kind === 'vote') {
      const to = toOf({ kind: 'vote', id: event.vote.id })
      return <VoteEntry vote={event.vote} at={event.at} to={to} />
    }
    if (event.kind === 'post') {
      const { boardType, id } = event.post
      const to = toOf({ kind: 'post', board: boardType, id })
      return <PostEntry post={event.post} at={event.at} to={to} />
    }
    return <SettledEntry round={event.round} at={event.at} points={points} />
  },
  (before, after) => before.points === after.points && isSameEvent(before.event, after.event),
)

/** Time since an instant (epoch ms), with the instant in its tooltip. */
function When({ at }: { at: number }) {
  const { format } = useLanguage()
  return (
    <time className={styles.when} dateTime={new Date(at).toISOString()} title={format.date(at)}>
      <Age since={at} />
    </time>
  )
}

/** Direction, points locked in, author with skill words; the note stays behind its gate. */
function VoteEntry({ vote, at, to }: { vote: VoteItem; at: number; to: To }) {
  const t = useTexts(deskTexts)
  const skill = useTexts(rankingTexts)
  const hasNote = vote.contentExist === 1 && vote.title !== ''
  const folded = useFoldedTitle(vote, vote.title)
  return (
    <PostRow
      to={to}
      title={hasNote ? folded.title : t('live.noNote')}
      isSoft={!hasNote || folded.isFolded}
      isCurrent={false}
      marks={
        <>
          <LeveledDirection choice={vote.voteChoice} refPrice={vote.refPrice} />
          <CompactOffer offer={storedOffer(vote.voteChoice, vote.offer, vote.carried)} />
          <When at={at} />
        </>
      }
      meta={
        <>
          <Author nickname={vote.nickname} uniqueCode={vote.uniqueCode} />
          <span>{skill('skill.alone', { skill: skill(`skill.${vote.skill}`) })}</span>
        </>
      }
    />
  )
}

function PostEntry({ post, at, to }: { post: RecentPosts[number]; at: number; to: To }) {
  const { t } = useLanguage()
  const boardText = useTexts(boardsTexts)
  const { title, isFolded } = useFoldedTitle(post, post.title || boardText('post.untitled'))
  return (
    <PostRow
      to={to}
      title={title}
      isSoft={post.title === '' || isFolded}
      isCurrent={false}
      marks={
        <>
          <Badge tone="quiet">{t(`board.${post.boardType}`)}</Badge>
          <When at={at} />
        </>
      }
      meta={<Author nickname={post.nickname} uniqueCode={post.uniqueCode} />}
    />
  )
}

interface SettledEntryProps {
  round: RoundItem
  at: number
  /** Of the own vote. */
  points: number | null
}

/** Outcome, prices and the own points of a settled round. */
function SettledEntry({ round, at, points }: SettledEntryProps) {
  const { format } = useLanguage()
  const t = useTexts(deskTexts)
  const { outcome, refPrice, settlePrice } = round
  const prices =
    refPrice === null || settlePrice === null
      ? t('live.void')
      : `${format.price(refPrice, 0)} → ${format.price(settlePrice, 0)} (${format.change(
          priceChange(settlePrice, refPrice),
        )})`
  return (
    <PostRow
      to={roundPath(Date.parse(round.refDate))}
      title={prices}
      isCurrent={false}
      marks={
        <>
          <Badge tone="good">{t('live.settled')}</Badge>
          {outcome !== null && outcome !== 'void' && (
            <LeveledDirection choice={outcome} refPrice={refPrice} />
          )}
          <When at={at} />
        </>
      }
      meta={
        <>
          <span>{format.shortDate(Date.parse(round.targetDate))}</span>
          {points !== null && <b>{t('live.points', { points: format.signed(points) })}</b>}
        </>
      }
    />
  )
}
