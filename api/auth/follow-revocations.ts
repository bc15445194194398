import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Revocations } from './revocations.ts'
import type { SessionStore } from './session-store-port.ts'

/** Pause before a failed load is repeated. */
const RETRY_MS = 1_000

interface FollowRevocationsDeps {
  revocations: Pick<Revocations, 'add' | 'load'>
  store: Pick<SessionStore, 'revokedSince'>
  bus: AppEventBus
  clock: Clock
  log: Log
}

/** Applies revocations of other instances; reloads all, one load at a time, when events may be lost. */
export function followRevocations({
  revocations,
  store,
  bus,
  clock,
  log,
}: FollowRevocationsDeps): void {
  let isLoading = false
  let isDue = false

  const load = async () => {
    isDue = true
    if (isLoading) return
    isLoading = true
    try {
      while (isDue) {
        isDue = false
        await revocations.load(store)
      }
    } catch (error) {
      log.warn({ err: error }, 'revocations could not be reloaded')
      clock.after(RETRY_MS, () => void load())
    }
    isLoading = false
  }

  bus.on('sessionRevoked', ({ sessionId }) => revocations.add(sessionId))
  bus.onInvalidateAll(() => void load())
}
