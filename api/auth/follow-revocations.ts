import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Revocations } from './revocations.ts'
import type { SessionStore } from './session-store-port.ts'

/** A database that could not be asked is asked again after this long. */
const AGAIN_MS = 1_000

interface FollowParts {
  revocations: Pick<Revocations, 'add' | 'load'>
  store: Pick<SessionStore, 'revokedSince'>
  bus: AppEventBus
  clock: Clock
  log: Log
}

/** Hears of revocations, and reads them anew when some may have been missed: one reading at a time. */
export function followRevocations({ revocations, store, bus, clock, log }: FollowParts): void {
  let isReading = false
  let isDue = false

  const read = async () => {
    isDue = true
    if (isReading) return
    isReading = true
    try {
      while (isDue) {
        isDue = false
        await revocations.load(store)
      }
    } catch (error) {
      log.warn({ err: error }, 'revocations could not be read anew')
      clock.after(AGAIN_MS, () => void read())
    }
    isReading = false
  }

  bus.on('sessionRevoked', ({ sessionId }) => revocations.add(sessionId))
  bus.onInvalidateAll(() => void read())
}
