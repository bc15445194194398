import type { Static, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Author, Instant } from './common.ts'
import { LivePrice } from './price.ts'
import { Outcome } from './rounds.ts'

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const Count = Type.Integer({ minimum: 0 })

/** UTC days of the table, the present one included. */
export const OVERVIEW_DAYS = 14

/** Texts, acts of moderators and new accounts of a UTC day. */
export const OverviewDay = Type.Object({
  day: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', examples: ['2026-11-28'] }),
  acts: Type.Integer({ minimum: 0, description: 'Moderation acts, those of reports included' }),
  notes: Type.Integer({ minimum: 0, description: 'Notes that still exist, hidden ones included' }),
  posts: Type.Integer({ minimum: 0, description: 'Posts and replies that still exist' }),
  accounts: Type.Integer({ minimum: 0, description: 'New accounts that still exist' }),
})
export type OverviewDay = Static<typeof OverviewDay>

/** A closed round with the number of people who called in it. */
const CallerRound = Type.Object({ refDate: Instant, callers: Count })

/** Two accounts that called alike in the newest settled rounds. */
export const TwinPair = Type.Object({
  accounts: Type.Array(Type.Object({ ...Author, isBanned: Type.Boolean() }), {
    minItems: 2,
    maxItems: 2,
  }),
  rounds: Type.Integer({ description: 'Rounds in which both have a direction' }),
  same: Type.Integer({ description: 'Those with the same direction within five minutes' }),
  gapSeconds: Type.Integer({ description: 'Mean time between the two calls of these' }),
  others: Type.Number({
    description: 'Mean number of other accounts with that direction within five minutes',
  }),
})
export type TwinPair = Static<typeof TwinPair>

/** The operator's overview. Rebuilt once a minute, but for the feed. */
export const AdminOverview = Type.Object({
  computedAt: Instant,
  waiting: Type.Object({
    cases: Count,
    oldestCase: nullable(Instant),
    appeals: Count,
    oldestAppeal: nullable(Instant),
  }),
  days: Type.Array(OverviewDay, { description: `${OVERVIEW_DAYS} UTC days, latest first` }),
  returning: Type.Union(
    [Type.Object({ last: CallerRound, before: CallerRound, both: Count }), Type.Null()],
    { description: 'Callers of the last two closed rounds; null before they are counted' },
  ),
  feed: Type.Union([LivePrice, Type.Null()], { description: 'Null without a price' }),
  settlement: Type.Object({
    last: nullable(
      Type.Object({
        refDate: Instant,
        targetDate: Instant,
        settledAt: Instant,
        outcome: Outcome,
        votes: Count,
      }),
    ),
    overdueSince: Type.Union([Instant, Type.Null()], {
      description: 'Target of the oldest round that should have been settled five minutes ago',
    }),
  }),
  push: Type.Object({
    late: Type.Integer({
      minimum: 0,
      description: 'Messages that are due for five minutes; at most 10,000 are counted',
    }),
    oldestDue: nullable(Instant),
    refused: Type.Integer({
      minimum: 0,
      description: 'Messages that a push service refused and that wait for another attempt',
    }),
    /** Start of the instance that has counted what follows. */
    since: Instant,
    sent: Count,
    givenUp: Count,
    ended: Type.Integer({ minimum: 0, description: 'Subscriptions that had ended' }),
  }),
  twins: Type.Object({
    computedAt: Type.Union([Instant, Type.Null()], { description: 'Null before the first search' }),
    rounds: Type.Integer({ description: 'Settled rounds that were compared' }),
    accounts: Type.Integer({ description: 'Accounts with ten calls in them' }),
    total: Type.Integer({ description: 'Pairs found' }),
    pairs: Type.Array(TwinPair, { description: 'The least likely coincidences first' }),
  }),
})
export type AdminOverview = Static<typeof AdminOverview>
