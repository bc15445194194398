import { Elysia } from 'elysia'
import type { AppEventBus } from '#api/events.ts'
import { answerKept } from '#api/infrastructure/http/answer-kept.ts'
import { keep } from '#api/infrastructure/http/kept.ts'
import { type PreparedReply, prepareReply } from '#api/infrastructure/http/prepared-reply.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'
import { Rankers, RankersQuery } from '#shared/contract/users.ts'
import type { RankerStore } from './store.ts'

const RANKERS_MAX = 100
const RANKERS_DEFAULT = 10

/** Replies by length, each made when first asked for, all from one reading of the ranking. */
async function readTops(store: RankerStore): Promise<(limit: number) => PreparedReply> {
  const rankers = await store.top(RANKERS_MAX)
  const byLimit = new Map<number, PreparedReply>()
  return (limit) => {
    const reply = byLimit.get(limit) ?? prepareReply(rankers.slice(0, limit))
    byLimit.set(limit, reply)
    return reply
  }
}

/** The ranking over HTTP: read once after a settlement, a first vote or a new name. */
export function usersRoutes(store: RankerStore, bus: AppEventBus) {
  const tops = keep(() => readTops(store))
  bus.on('round', ({ event }) => event === 'settled' && tops.markStale())
  bus.on('vote', ({ first }) => first && tops.markStale())
  bus.on('nickname', tops.markStale)
  bus.onInvalidateAll(tops.markStale)
  return new Elysia({ name: 'users', prefix: '/users', tags: ['users'] }).get(
    '/rankers',
    ({ query, request }) => {
      const limit = query.limit ?? RANKERS_DEFAULT
      return answerKept(request, () => {
        const read = tops.get()
        return read instanceof Promise ? read.then((top) => top(limit)) : read(limit)
      })
    },
    { query: RankersQuery, response: { 200: Rankers, ...READ_REFUSALS } },
  )
}
