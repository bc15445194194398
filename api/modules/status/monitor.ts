import type { Clock } from '#api/infrastructure/clock.ts'
import { createRepeatingJob, type RepeatingJob } from '#api/infrastructure/repeating-job.ts'
import type { PartState, StatusPart, SystemStatus } from '#shared/contract/status.ts'
import type { Parts } from './read-parts.ts'

const CHECK_EVERY_MS = 5_000

interface Observed {
  state: PartState
  since: number
  isSinceStart: boolean
}

interface MonitorDeps {
  clock: Clock
  read: () => Promise<Parts>
}

export interface StatusMonitor extends RepeatingJob {
  /** The newest state; the first is read on demand. */
  current(): Promise<SystemStatus>
  /** Changes with each reading. */
  version(): number
}

/**
 * Observes the parts of the site in this instance, because only an observer knows since when something is as it
 * is. Requests get the last reading, so that they are answered without the database and cost it nothing.
 */
export function createStatusMonitor({ clock, read }: MonitorDeps): StatusMonitor {
  const observed = new Map<StatusPart, Observed>()
  let version = 0
  let status: SystemStatus | null = null

  const observe = (part: StatusPart, state: PartState, now: number) => {
    const before = observed.get(part)
    const next =
      before?.state === state ? before : { state, since: now, isSinceStart: before === undefined }
    observed.set(part, next)
    const { since, isSinceStart } = next
    return { state, since: new Date(since).toISOString(), isSinceStart }
  }

  const check = async (): Promise<SystemStatus> => {
    const { states, feed, jobs } = await read()
    const now = clock.now()
    const of = (part: StatusPart) => observe(part, states[part], now)
    status = {
      checkedAt: new Date(now).toISOString(),
      feed: { ...of('feed'), ...feed },
      database: of('database'),
      jobs: { ...of('jobs'), ...jobs },
      push: of('push'),
      stream: of('stream'),
    }
    version += 1
    return status
  }

  const job = createRepeatingJob({
    clock,
    intervalMs: CHECK_EVERY_MS,
    work: async () => void (await check()),
  })
  return {
    ...job,
    current: async () => status ?? check(),
    version: () => version,
  }
}
