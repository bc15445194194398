import { useStore } from 'zustand'
import { useFreshness } from '#desktop/renderer/features/market/live-price.tsx'
import {
  useLanguage,
  useLivePrice,
  useServices,
  useTexts,
} from '#desktop/renderer/platform/services.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import { standingOf } from '#shared/i18n/direction.ts'
import { ownVoteTexts } from '#shared/i18n/screens/own-votes.ts'
import type { Direction } from '#shared/rules/band.ts'
import { openVoteOf, openVoteValue } from '#shared/rules/open-vote.ts'
import styles from './your-vote.module.css'

interface VoteValueProps {
  vote: OwnVote
  refPrice: string
  /** Volatility of the summary; undefined while unknown. */
  s60: number | undefined
}

/** `worth +31 now`; grayed with the time of the price once that is stale. Renders when it changes. */
export function VoteValue({ vote, refPrice, s60 }: VoteValueProps) {
  const { format } = useLanguage()
  const voteText = useTexts(ownVoteTexts)
  const { live, clock } = useServices()
  const isStale = useFreshness() === 'stale'
  const targetDate = Date.parse(vote.targetTime)
  const openVote = openVoteOf(vote)
  const value = useStore(live.price, (price) => {
    if (!price || s60 === undefined) return null
    const now = isStale ? Date.parse(price.time) : clock.now()
    return openVoteValue(openVote, { priceNow: price.value, refPrice, s60, now, targetDate })
  })
  if (value === null) return <b className={styles.stale}>{voteText('call.pricing')}</b>
  const points = format.signed(value)
  return isStale ? <StaleWorth points={points} /> : <b>{voteText('call.worth', { points })}</b>
}

function StaleWorth({ points }: { points: string }) {
  const { format } = useLanguage()
  const voteText = useTexts(ownVoteTexts)
  const time = useStore(useServices().live.price, (price) => price?.time ?? null)
  if (time === null) return null
  return (
    <b className={styles.stale}>
      {voteText('call.worthAt', { points, time: format.time(Date.parse(time)) })}
    </b>
  )
}

interface StandingProps {
  direction: Direction
  refPrice: string
}

/** Whether an open vote is right at the price of the moment, else the move that it needs. */
export function Standing({ direction, refPrice }: StandingProps) {
  const language = useLanguage()
  const price = useLivePrice((live) => live?.value)
  if (price === undefined) return null
  const { isRight, text } = standingOf(language, direction, { price, refPrice })
  if (!isRight) return <span>{text}</span>
  return (
    <span className={styles.right}>
      <span aria-hidden="true">✓ </span>
      {text}
    </span>
  )
}
