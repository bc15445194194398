import type { AppEventBus } from '#api/events.ts'
import { cached } from '#api/infrastructure/cached.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { AccountStore } from './account-store.ts'

export interface MutesDeps {
  store: Pick<AccountStore, 'mutes'>
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  clock: Clock
}

export type Mutes = ReturnType<typeof createMutes>

/** Users whose writing a moderator has paused. Cached, because every note and post is checked. */
export function createMutes({ store, bus, clock }: MutesDeps) {
  const untilByUser = cached(() => store.mutes(clock.now()))
  bus.on('moderation', ({ target }) => target === 'user' && untilByUser.markStale())
  bus.onInvalidateAll(untilByUser.markStale)

  return {
    /** @throws ApiError MUTED while the user may not write */
    async check(userId: number): Promise<void> {
      const until = (await untilByUser.get()).get(userId)
      if (until !== undefined && until > clock.now()) throw new ApiError('MUTED')
    },
  }
}
