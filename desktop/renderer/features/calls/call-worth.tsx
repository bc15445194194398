import { useStore } from 'zustand'
import { useFreshness } from '#desktop/renderer/features/market/live-price.tsx'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import { callTexts } from '#shared/i18n/screens/calls.ts'
import { outcome } from '#shared/rules/band.ts'
import { openCallValue } from '#shared/rules/open-call.ts'
import styles from './your-call.module.css'

interface CallWorthProps {
  vote: OwnVote
  refPrice: string
  /** Volatility of the summary; undefined while unknown. */
  s60: number | undefined
}

/** `worth +31 now`; grayed with the time of the price once that is stale. Renders when it changes. */
export function CallWorth({ vote, refPrice, s60 }: CallWorthProps) {
  const { format } = useLanguage()
  const c = useTexts(callTexts)
  const { live, clock } = useServices()
  const isStale = useFreshness() === 'stale'
  const targetDate = Date.parse(vote.targetTime)
  const call = { choice: vote.voteChoice, offer: vote.offer, carried: vote.carried }
  const value = useStore(live.price, (price) => {
    if (!price || s60 === undefined) return null
    const now = isStale ? Date.parse(price.time) : clock.now()
    return openCallValue(call, { priceNow: price.value, refPrice, s60, now, targetDate })
  })
  if (value === null) return <b className={styles.stale}>{c('call.pricing')}</b>
  const points = format.signed(value)
  return isStale ? <StaleWorth points={points} /> : <b>{c('call.worth', { points })}</b>
}

function StaleWorth({ points }: { points: string }) {
  const { format } = useLanguage()
  const c = useTexts(callTexts)
  const time = useStore(useServices().live.price, (price) => price?.time ?? null)
  if (time === null) return null
  return (
    <b className={styles.stale}>
      {c('call.worthAt', { points, time: format.time(Date.parse(time)) })}
    </b>
  )
}

/** Whether the call is right at the price of the moment. */
export function RightNow({ vote, refPrice }: Pick<CallWorthProps, 'vote' | 'refPrice'>) {
  const c = useTexts(callTexts)
  const isRight = useStore(useServices().live.price, (price) =>
    price ? outcome(price.value, refPrice) === vote.voteChoice : null,
  )
  if (isRight === null) return null
  return (
    <span className={isRight ? styles.right : styles.wrong}>
      <span aria-hidden="true">{isRight ? '✓ ' : '✗ '}</span>
      {c(isRight ? 'call.right' : 'call.wrong')}
    </span>
  )
}
