import type { AppEventBus } from '#api/events.ts'
import { cached } from '#api/infrastructure/cached.ts'
import { type PreparedReply, prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { RankerStore } from './store.ts'

const RANKERS_MAX = 100

export interface RankingDeps {
  store: RankerStore
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
}

export type RankingService = ReturnType<typeof createRankingService>

/** Caches the ranking: read once after a settlement, a new nickname or a ban. */
export function createRankingService({ store, bus }: RankingDeps) {
  /** Reads the ranking once for replies of every length. */
  const readReplies = async (): Promise<(limit: number) => PreparedReply> => {
    const rankers = await store.top(RANKERS_MAX)
    const byLimit = new Map<number, PreparedReply>()
    return (limit) => {
      const reply = byLimit.get(limit) ?? prepareReply(rankers.slice(0, limit))
      byLimit.set(limit, reply)
      return reply
    }
  }
  const replies = cached(readReplies)
  bus.on('round', ({ event }) => event === 'settled' && replies.markStale())
  bus.on('nickname', replies.markStale)
  bus.on('moderation', ({ target }) => target === 'user' && replies.markStale())
  bus.onInvalidateAll(replies.markStale)

  return {
    /** The reply with the first `limit` users, 1 to 100. */
    top(limit: number): PreparedReply | Promise<PreparedReply> {
      const read = replies.get()
      return read instanceof Promise ? read.then((top) => top(limit)) : read(limit)
    },
  }
}
