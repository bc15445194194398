import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { Core, Services } from '#api/services.ts'

/** Writes that no request asked for: views, counted together, and candles. */
export function watchJobs(
  { watchTotal }: Metrics,
  { market }: Core,
  { views }: Pick<Services, 'views'>,
): void {
  watchTotal(
    'tidemark_view_write_failures_total',
    'Times that views could not be written',
    () => views.stats().failures,
  )
  watchTotal('tidemark_views_lost_total', 'Views that were never counted', () => views.stats().lost)
  watchTotal(
    'tidemark_candle_write_failures_total',
    'Times that candles could not be stored; they are tried again',
    () => market.stats().storeFailures,
  )
}
