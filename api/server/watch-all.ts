import type { Connections } from '#api/live/connections.ts'
import type { Metrics } from '#api/platform/metrics.ts'
import type { Core, Services } from '../services.ts'

/** Hands the metrics what they read from the running parts. */
export function watchAll(
  metrics: Metrics,
  { market, clock, lease }: Core,
  services: Services,
  open: Connections,
) {
  const { watch } = metrics
  watch('tidemark_price_age_seconds', 'Age of the newest price', () => {
    const price = market.price()
    return price ? price.ageMs / 1000 : null
  })
  watch(
    'tidemark_rounds_waiting',
    'Rounds without a price they should have',
    () => services.sweeper.stats().waiting,
  )
  watch(
    'tidemark_sweep_failures',
    'Sweeps that failed since the start',
    () => services.sweeper.stats().failures,
  )
  watch('tidemark_sweep_age_seconds', 'Since the last good sweep', () => {
    const { lastSweepAt } = services.sweeper.stats()
    return lastSweepAt === null || !lease.isHeld() ? null : (clock.now() - lastSweepAt) / 1000
  })
  watch(
    'tidemark_feed_reconnects',
    'Reconnections of the price feed',
    () => market.stats().reconnects,
  )
  watch(
    'tidemark_feed_rejected_values',
    'Values of the feed that were refused',
    () => market.stats().rejected,
  )
  watch('tidemark_lease_held', 'Whether this process has the feed and the sweeps', () =>
    lease.isHeld() ? 1 : 0,
  )
  watch(
    'tidemark_lease_term',
    'Grows each time that the feed and the sweeps are taken over',
    () => lease.stats().term,
  )
  watch('tidemark_stream_listeners', 'Open live streams', open.size)
}
