import type { Connections } from '#api/live/connections.ts'
import type { Metrics } from '#api/platform/metrics.ts'
import type { Core, Services } from '../services.ts'
import { watchMarket } from './watch/watch-market.ts'
import { watchRounds } from './watch/watch-rounds.ts'

/**
 * Hands the metrics what they read from the running parts. Each part has a file of its own in
 * `watch/`; a name that is not described in docs/OPERATIONS.md fails a test.
 */
export function watchAll(
  metrics: Metrics,
  core: Core,
  services: Services,
  open: Connections,
): void {
  watchMarket(metrics, core)
  watchRounds(metrics, core, services)
  metrics.watch('tidemark_stream_listeners', 'Open live streams', open.size)
}
