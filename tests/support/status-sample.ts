import type { SystemStatus } from '#shared/contract/status.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'

/** The status at `now` (epoch ms) while the database does not answer and the price is old. */
export function troubledStatus(now: number): SystemStatus {
  const iso = (ago: number) => new Date(now - ago).toISOString()
  const part = (state: SystemStatus['push']['state'], ago: number, isSinceStart = false) => {
    return { state, since: iso(ago), isSinceStart }
  }
  return {
    checkedAt: iso(2_000),
    feed: {
      ...part('down', 7 * MINUTE_MS),
      source: 'okx',
      market: 'real',
      freshness: 'stale',
      priceTime: iso(8 * MINUTE_MS),
    },
    database: part('down', 3 * MINUTE_MS),
    jobs: { ...part('unknown', 3 * MINUTE_MS), lastSettlement: null, overdueSince: null },
    push: part('unknown', 3 * MINUTE_MS),
    stream: part('degraded', 50 * HOUR_MS, true),
  }
}
