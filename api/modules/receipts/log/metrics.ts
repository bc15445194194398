import { type Metrics, readOnceAScrape } from '#api/infrastructure/metrics.ts'
import type { Cosigning } from './cosigning.ts'
import type { Timestamping } from './timestamping.ts'

/** Registers how far the log is, and what waits for others; NaN while the database does not answer. */
export function registerLog(
  { gauge, total }: Metrics,
  cosigning: Pick<Cosigning, 'stats' | 'forks'>,
  timestamping: Pick<Timestamping, 'stats'>,
): void {
  const log = readOnceAScrape(cosigning.stats)
  const timestamps = readOnceAScrape(timestamping.stats)
  gauge('tidemark_log_size', 'Entries of the log', async () => (await log())?.size ?? null)
  gauge(
    'tidemark_log_witnesses_behind',
    'Witnesses that have not cosigned the newest checkpoint',
    async () => (await log())?.behind ?? null,
  )
  total(
    'tidemark_log_forks_total',
    'Times that a witness answered this instance that it has seen another log',
    () => cosigning.forks(),
  )
  gauge(
    'tidemark_log_checkpoints_unstamped',
    'Checkpoints that no calendar has accepted',
    async () => (await timestamps())?.unstamped ?? null,
  )
  gauge(
    'tidemark_log_timestamps_incomplete',
    'Timestamps that are not in a block of Bitcoin yet',
    async () => (await timestamps())?.incomplete ?? null,
  )
}
