import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { LevelWatch } from './level-watch.ts'

/** Price levels; only the instance that runs the feed watches them. */
export function registerLevels(
  { total, gauge }: Metrics,
  { stats }: Pick<LevelWatch, 'stats'>,
): void {
  gauge('tidemark_price_levels', 'Price levels that this instance watches', () => stats().levels)
  total(
    'tidemark_price_level_notifications_total',
    'Notifications of crossed price levels',
    () => stats().notified,
  )
  total(
    'tidemark_price_level_failures_total',
    'Failed reads and writes of price levels; each is retried',
    () => stats().failures,
  )
}
