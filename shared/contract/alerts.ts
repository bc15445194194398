import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { LEVEL_NOTE_MAX } from '#shared/rules/price-level.ts'
import { Direction, Instant, IsoWeek, LargeId, Price } from './common.ts'

const Sound = Type.Union(
  [
    Type.Literal('bell'),
    Type.Literal('drop'),
    Type.Literal('knock'),
    Type.Literal('rise'),
    Type.Null(),
  ],
  { description: 'Sound of the desktop app; null for that of its settings' },
)

/** A price that the user is notified of when it is crossed. */
export const PriceLevel = Type.Object({
  id: LargeId,
  price: Price,
  note: Type.String(),
  sound: Sound,
  repeats: Type.Boolean({
    description: 'Notifies of each crossing, at most once in ten minutes; else of one',
  }),
  created: Instant,
  expires: Instant,
})
export type PriceLevel = Static<typeof PriceLevel>

/** Highest first. */
export const PriceLevels = Type.Array(PriceLevel)
export type PriceLevels = Static<typeof PriceLevels>

export const PriceLevelBody = Type.Object(
  {
    price: Type.String({
      maxLength: 11,
      description: 'At most eight digits before the point and two after it',
    }),
    note: Type.Optional(Type.String({ maxLength: LEVEL_NOTE_MAX })),
    sound: Type.Optional(Sound),
    repeats: Type.Optional(Type.Boolean()),
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 90, description: 'Until it is removed; 90 by default' }),
    ),
  },
  { additionalProperties: false },
)
export type PriceLevelBody = Static<typeof PriceLevelBody>

/** Content of a notification of a crossed level. */
export const LevelAlert = Type.Object({
  level: Price,
  side: Type.Union([Type.Literal('above'), Type.Literal('below')]),
  price: Price,
  note: Type.String(),
  sound: Sound,
})
export type LevelAlert = Static<typeof LevelAlert>

/** Content of a notification of a call that became right, or no longer right, at a price. */
export const FlipAlert = Type.Object({
  voteId: LargeId,
  targetDate: Instant,
  refPrice: Price,
  direction: Direction,
  isRight: Type.Boolean(),
  price: Price,
})
export type FlipAlert = Static<typeof FlipAlert>

/** Content of a notification of the open calls, whose worth crossed a mark of the user. */
export const WorthAlert = Type.Object({
  mark: Type.Integer({ description: 'In points, like `worth`' }),
  worth: Type.Integer(),
  side: Type.Union([Type.Literal('above'), Type.Literal('below')], {
    description: 'A worth that equals the mark is above it',
  }),
  price: Price,
})
export type WorthAlert = Static<typeof WorthAlert>

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** Content of the brief of a day, as of its creation. It names no direction. */
export const BriefAlert = Type.Object({
  price: Price,
  rounds: Type.Array(
    Type.Object({
      refDate: Instant,
      targetDate: Instant,
      change: Type.Number({
        description: 'Of the price against the reference price, a fraction: 0.012 is +1.2%',
      }),
    }),
    {
      description: 'The round that awaits its settlement and the open one, with a reference price',
    },
  ),
  openCalls: nullable(
    Type.Object(
      {
        points: Type.Integer({ description: 'What they are worth together' }),
        change: nullable(
          Type.Integer({
            description: 'Since the last 00:00 UTC; null in the hour after it and while unknown',
          }),
        ),
        since: Type.String({ ...Instant, description: 'The 00:00 UTC of the change' }),
      },
      { description: 'Null without a call that earns points' },
    ),
  ),
  lastWeek: nullable(
    Type.Object(
      { week: IsoWeek, points: Type.Integer() },
      { description: 'Calls that settled in it; null except on a Monday in UTC, and without one' },
    ),
  ),
  periodEnd: Type.Union([Instant, Type.Null()], {
    description: 'The open round closes and the other settles then; null unless on that local day',
  }),
  replies: Type.Optional(
    Type.Integer({ description: 'In followed threads, of notifications that were not seen yet' }),
  ),
})
export type BriefAlert = Static<typeof BriefAlert>
