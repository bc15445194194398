import { Histogram } from 'prom-client'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { Core, Services } from '#api/services.ts'

type Rounds = Pick<Services, 'sweeper' | 'roundStore'>

/** The sweeps that open and settle rounds. */
export function watchRounds(metrics: Metrics, { clock, jobLock }: Core, services: Rounds): void {
  const { watch, watchTotal } = metrics
  const { sweeper } = services
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
  watch(
    'tidemark_sweep_age_seconds',
    'Time since the last good sweep, in the process that sweeps',
    () => {
      const { lastSweepAt } = sweeper.stats()
      return lastSweepAt === null || !jobLock.isHeld() ? null : (clock.now() - lastSweepAt) / 1000
    },
  )
  watchSettlements(metrics, services)
}

/** How late rounds are settled, and how long that takes. */
function watchSettlements({ registry, watch }: Metrics, { sweeper, roundStore }: Rounds): void {
  const registers = [registry]
  // Read from the database: so it is the same in every process, and survives a restart.
  watch(
    'tidemark_settlement_last_lateness_seconds',
    'From the target instant of the last settled round to its settlement',
    async () => {
      const last = await roundStore.newestSettlement().catch(() => null)
      return last && (last.settledAt - last.targetDate) / 1000
    },
  )
  const lateness = new Histogram({
    name: 'tidemark_settlement_lateness_seconds',
    help: 'From the target instant of a round to its settlement by this process',
    buckets: [1, 5, 15, 60, 300, 1_800, 10_800, 86_400],
    registers,
  })
  const duration = new Histogram({
    name: 'tidemark_settlement_duration_seconds',
    help: 'How long writing the settlement of a round took',
    buckets: [0.01, 0.05, 0.25, 1, 5, 20, 60],
    registers,
  })
  sweeper.onSettled(({ lateMs, tookMs }) => {
    lateness.observe(lateMs / 1000)
    duration.observe(tookMs / 1000)
  })
}
