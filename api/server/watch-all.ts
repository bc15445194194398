import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { Core, Services } from '#api/services.ts'
import { watchDatabase } from './watch/watch-database.ts'
import { watchJobLock } from './watch/watch-job-lock.ts'
import { watchJobs } from './watch/watch-jobs.ts'
import { watchMarket } from './watch/watch-market.ts'
import { watchRounds } from './watch/watch-rounds.ts'

/**
 * Hands the metrics what they read from the parts that work by themselves; call it before they start.
 * Each part has a file of its own in `watch/`. A name that docs/OPERATIONS.md does not list fails a
 * test.
 */
export function watchAll(metrics: Metrics, core: Core, services: Services): void {
  watchMarket(metrics, core)
  watchRounds(metrics, core, services)
  watchJobs(metrics, core, services)
  watchDatabase(metrics, core.database)
  watchJobLock(metrics, core.jobLock)
}
