import type { Services } from '#desktop/renderer/platform/services.ts'
import { periodStart } from '#shared/rules/schedule.ts'

interface NewPeriodDeps {
  clock: Pick<Services['clock'], 'isSynced'>
  seconds: Pick<Services['seconds'], 'subscribe'>
  queries: Pick<Services['queries'], 'invalidateQueries'>
}

/**
 * Refetches everything when a voting period begins, even without a message of the server. A local clock in
 * another period than the server's is corrected by the first sync, which begins no period.
 */
export function refetchOnNewPeriod({ clock, seconds, queries }: NewPeriodDeps): void {
  let current: number | null = null
  seconds.subscribe((now) => {
    if (!clock.isSynced()) return
    const start = periodStart(now)
    if (current !== null && start !== current) queries.invalidateQueries()
    current = start
  })
}
