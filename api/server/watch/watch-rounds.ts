import type { Metrics } from '#api/platform/metrics.ts'
import type { Core, Services } from '../../services.ts'

/** The sweeps that open and settle rounds. */
export function watchRounds(
  { watch, watchTotal }: Metrics,
  { clock }: Core,
  { sweeper }: Services,
): void {
  watch(
    'tidemark_rounds_waiting',
    'Rounds without a price they should have, as the last sweep found them',
    () => sweeper.stats().waiting,
  )
  watchTotal(
    'tidemark_sweep_failures_total',
    'Sweeps that failed; each is tried again',
    () => sweeper.stats().failures,
  )
  watch('tidemark_sweep_age_seconds', 'Time since the last good sweep of this process', () => {
    const { lastSweepAt } = sweeper.stats()
    return lastSweepAt === null ? null : (clock.now() - lastSweepAt) / 1000
  })
}
