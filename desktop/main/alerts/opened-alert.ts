import { isRoundStart, roundOfTarget, roundStatus, WEEK_MS } from '#shared/rules/schedule.ts'
import type { Step } from './alert-news.ts'

/**
 * A round opened. `known` is the newest target that was heard of, `target` the one heard of now,
 * `now` the server's time; all epoch milliseconds. The very first one is where the app came in and
 * not news; an older one never is; nor is one that has closed since, of which a server tells that
 * catches up. One that is not open yet is not believed.
 */
export function openedAlert(
  known: number | null,
  target: number,
  now: number,
): Step<number | null> {
  const unchanged = { state: known, news: null }
  const isTarget = Number.isFinite(target) && isRoundStart(target - WEEK_MS)
  if (!isTarget || (known !== null && target <= known)) return unchanged
  const round = roundOfTarget(target)
  const status = roundStatus(round, now)
  if (status === 'upcoming') return unchanged
  const isNews = known !== null && status === 'live'
  return { state: target, news: isNews ? { kind: 'opened', round } : null }
}
