import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { Core } from '#api/services.ts'

/** The price and its feed. */
export function watchMarket({ watch, watchTotal }: Metrics, { market }: Core): void {
  watch('tidemark_price_age_seconds', 'Age of the newest price; NaN before the first', () => {
    const price = market.price()
    return price ? price.ageMs / 1000 : null
  })
  watchTotal(
    'tidemark_feed_reconnects_total',
    'Connections to the exchange that had to be opened again',
    () => market.stats().reconnects,
  )
  watchTotal(
    'tidemark_feed_switches_total',
    'Times the feed went over to another exchange',
    () => market.stats().switches,
  )
  watchTotal(
    'tidemark_feed_failures_total',
    'Calls to an exchange that failed or were refused',
    () => market.stats().failures,
  )
  watchTotal(
    'tidemark_feed_rejected_values_total',
    'Values of the feed that made no sense and were refused',
    () => market.stats().rejected,
  )
}
