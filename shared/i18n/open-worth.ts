import type { VoteSummary } from '#shared/contract/summary.ts'
import { openWorth, type StoredVote } from '#shared/rules/open-worth.ts'
import type { Format } from './format.ts'
import type { marketTexts } from './market.ts'
import type { Translate } from './text.ts'

interface Words {
  t: Translate<(typeof marketTexts)['en-US']>
  format: Pick<Format, 'signed' | 'time'>
}

interface PricedMoment {
  summary: Pick<VoteSummary, 's60' | 'dayMark'>
  price: { value: string; time: string }
  isStale: boolean
  /** Server time, epoch milliseconds. */
  now: number
}

/**
 * `Your open calls: +62 points now (+18 since 09:00)`, with the time of a stale price. Null without a call
 * that earns points, and while the volatility is unknown.
 */
export function openWorthText(
  { t, format }: Words,
  votes: readonly StoredVote[],
  { summary: { s60, dayMark }, price, isStale, now }: PricedMoment,
): string | null {
  if (s60 === undefined) return null
  const pricedAt = Date.parse(price.time)
  const mark = dayMark ? { ...dayMark, time: Date.parse(dayMark.time) } : null
  const moment = { price: price.value, s60, now: isStale ? pricedAt : now }
  const worth = openWorth(votes, moment, mark)
  if (!worth) return null
  const points = format.signed(worth.points)
  const text = isStale
    ? t('open.worthAt', { points, time: format.time(pricedAt) })
    : t('open.worth', { points })
  if (mark === null || worth.change === null) return text
  const since = { change: format.signed(worth.change), time: format.time(mark.time) }
  return t('open.since', { worth: text, ...since })
}
