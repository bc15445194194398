import { Elysia } from 'elysia'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { type Limited, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import type { Replies } from '#api/modules/reply-topics.ts'
import { PageQuery } from '#shared/contract/common.ts'
import { ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import {
  OwnRounds,
  OwnRoundsQuery,
  RoundDetail,
  RoundList,
  RoundParams,
} from '#shared/contract/rounds.ts'
import { periodStart, roundStartOn } from '#shared/rules/schedule.ts'
import type { RoundLists } from './round-list.ts'
import type { RoundsService } from './service.ts'

interface RoundsRoutesDeps {
  service: Pick<RoundsService, 'get' | 'own'>
  lists: RoundLists
  replies: Replies
  clock: Pick<Clock, 'now'>
  guard: Guard
  limited: Limited
}

/** New votes change a list of rounds at most this often (ms). */
const VOTES_EVERY_MS = 3_000
/** Offers and chances of an unsettled round follow price and time in steps of this length (ms). */
const OFFERS_EVERY_MS = 250

const VOTES = ['vote'] as const

/** Rounds over HTTP. */
export function roundsRoutes(deps: RoundsRoutesDeps) {
  const { service, lists, replies, guard, limited, clock } = deps
  return new Elysia({ name: 'rounds', tags: ['votes'] })
    .use(guard)
    .get(
      '/rounds',
      async (context) => {
        const { page = 1 } = context.query
        const isOneOfMany = page > 1
        if (isOneOfMany) await limited(READ_QUOTA, context)
        return replies.sendApi(context, {
          // An erased account withdraws its vote of the live round.
          topics: ['round', 'moderation'],
          frequent: { topics: ['vote'], every: VOTES_EVERY_MS },
          // The live round turns closed without an event.
          state: () => periodStart(clock.now()),
          isOneOfMany,
          build: async () => prepareReply(await lists.page(page)),
        })
      },
      { query: PageQuery, response: { 200: RoundList, ...READ_REFUSALS } },
    )
    .get(
      '/rounds/own',
      (context) => {
        const targets = context.query.targets.split(',').map((target) => Date.parse(target))
        if (targets.some(Number.isNaN)) throw new ApiError('INVALID')
        return service.own(context.user.id, targets)
      },
      {
        signedIn: true,
        limit: READ_QUOTA,
        query: OwnRoundsQuery,
        response: { 200: OwnRounds, 401: ErrorReply, ...READ_REFUSALS },
      },
    )
    .get(
      '/rounds/:targetDate',
      async (context) => {
        const { targetDate: text } = context.params
        const targetDate = Date.parse(text)
        // A target is the start of a later round, and `Date.parse` reads February 30 as March 2.
        if (roundStartOn(text.slice(0, 10)) !== targetDate) throw new ApiError('NOT_FOUND')
        return replies.sendApi(context, {
          topics: ['round', 'nickname', 'moderation', ...(clock.now() < targetDate ? VOTES : [])],
          isOneOfMany: true,
          build: async () => {
            const round = await service.get(targetDate)
            const isUnsettled = round.status === 'live' || round.status === 'closed'
            return prepareReply(round, isUnsettled ? { maxAgeMs: OFFERS_EVERY_MS } : {})
          },
        })
      },
      {
        limit: READ_QUOTA,
        params: RoundParams,
        response: { 200: RoundDetail, 404: ErrorReply, ...READ_REFUSALS },
      },
    )
}
