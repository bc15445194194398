import type { Services } from '#desktop/renderer/platform/services.ts'
import { periodStart } from '#shared/rules/schedule.ts'

/** Reads everything anew when a voting period begins, even if nothing tells us that it has. */
export function watchPeriod({ seconds, queries }: Pick<Services, 'seconds' | 'queries'>): void {
  let known = periodStart(seconds.getState())
  seconds.subscribe(() => {
    const start = periodStart(seconds.getState())
    if (start === known) return
    known = start
    queries.invalidateQueries()
  })
}
