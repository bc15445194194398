import type { Clock } from '#api/infrastructure/clock.ts'
import { type Metrics, readOnceAScrape } from '#api/infrastructure/metrics.ts'
import type { CaseStore } from './case-store.ts'

/** Registers what waits for moderators; NaN while the database does not answer. */
export function registerModeration(
  { gauge }: Metrics,
  { waiting }: Pick<CaseStore, 'waiting'>,
  clock: Clock,
): void {
  const read = readOnceAScrape(waiting)
  gauge('tidemark_moderation_cases', 'Cases of reports that nobody has decided', async () => {
    return (await read())?.cases ?? null
  })
  gauge('tidemark_moderation_appeals', 'Appeals that nobody has decided', async () => {
    return (await read())?.appeals ?? null
  })
  gauge(
    'tidemark_moderation_oldest_seconds',
    'Age of the oldest open case or appeal; 0 without one',
    async () => {
      const found = await read()
      return found && (found.oldest === null ? 0 : (clock.now() - found.oldest) / 1000)
    },
  )
}
