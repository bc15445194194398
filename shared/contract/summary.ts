import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Instant, Price } from './common.ts'
import { LivePrice } from './price.ts'

export const VoteCounts = Type.Object({
  up: Type.Integer(),
  steady: Type.Integer(),
  down: Type.Integer(),
  unknown: Type.Integer(),
})
export type VoteCounts = Static<typeof VoteCounts>

export const Target = Type.Object({
  targetDate: Instant,
  refDate: Instant,
  refPrice: Type.Union([Price, Type.Null()]),
  votes: VoteCounts,
})
export type Target = Static<typeof Target>

/** The market at the last 00:00 UTC, from which the change of the day is counted; absent while unknown. */
export const DayMark = Type.Object({
  time: Instant,
  price: Price,
  s60: Type.Number({ minimum: 0, description: 'Volatility of the hourly opens up to then' }),
})
export type DayMark = Static<typeof DayMark>

/** `target1` is closed and awaits settlement; `target2` is open for votes. */
export const VoteSummary = Type.Object({
  serverDate: Instant,
  target1: Target,
  target2: Target,
  price: Type.Union([LivePrice, Type.Null()]),
  s60: Type.Optional(
    Type.Number({
      minimum: 0,
      description: 'Volatility per square root of a day behind the offers; absent while unknown',
    }),
  ),
  dayMark: Type.Optional(DayMark),
})
export type VoteSummary = Static<typeof VoteSummary>
