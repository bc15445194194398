import type { Static, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import {
  Author,
  Direction,
  Instant,
  InstantInput,
  LargeId,
  Pagination,
  Price,
  VoteResult,
} from './common.ts'
import { Offer, OptionalCarried } from './offers.ts'
import { SignedRoot } from './signed-root.ts'
import { VoteCounts } from './summary.ts'

export const RoundParams = Type.Object(
  { targetDate: InstantInput },
  { additionalProperties: false },
)

/** The chance of a direction under the model of the offers. */
const Chance = Type.Number({ minimum: 0, maximum: 1 })
const chances = { up: Chance, steady: Chance, down: Chance }

/** How a round was settled; `void` when its reference or its settlement price was never found. */
export const Outcome = Type.Union([
  Type.Literal('up'),
  Type.Literal('steady'),
  Type.Literal('down'),
  Type.Literal('void'),
])
export type Outcome = Static<typeof Outcome>

/** Price of a round with its source: the open of an hourly candle. */
export const Evidence = Type.Object({
  price: Price,
  exchange: Type.String(),
  candleTime: Instant,
  readAt: Instant,
})
export type Evidence = Static<typeof Evidence>

const Nullable = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const status = Type.Union([
  Type.Literal('live'),
  Type.Literal('closed'),
  Type.Literal('settled'),
  Type.Literal('void'),
])

/** Plurality of the directions at the close; `split` for a tie. */
export const CrowdPick = Type.Union([
  Type.Literal('up'),
  Type.Literal('steady'),
  Type.Literal('down'),
  Type.Literal('split'),
])
export type CrowdPick = Static<typeof CrowdPick>

const votes = Nullable(VoteCounts, 'Null below 10 votes')
const voters = Type.Integer({ description: 'All votes, unknown included' })
const pick = Nullable(CrowdPick, 'Null below 10 votes, without a direction, and before the close')
const pickRight = Nullable(Type.Boolean(), 'Null for no single pick and until settled')

/** All votes until the end of one hour, by present direction and time of creation. */
export const RoundHour = Type.Composite([Type.Object({ hour: Instant }), VoteCounts])
export type RoundHour = Static<typeof RoundHour>

/** One of the best or worst calls; a person who deleted the account is "Deleted" without a code. */
export const RoundVote = Type.Object({
  voteId: LargeId,
  nickname: Author.nickname,
  uniqueCode: Type.Union([Author.uniqueCode, Type.Null()]),
  voteChoice: Direction,
  offer: Offer,
  carried: OptionalCarried,
  points: Type.Integer(),
})
export type RoundVote = Static<typeof RoundVote>

/** Open of an hourly candle: `[otime, open]`, epoch milliseconds and decimal string. */
const Open = Type.Tuple([Type.Integer(), Price])

/** The checkpoint of the log that a round's votes ended in: docs/RECEIPTS.md. */
export const Checkpoint = Type.Object({
  origin: Type.String({ description: 'Name of the log' }),
  size: Type.Integer({ description: 'Entries of the log with those of the round' }),
  votes: Type.Integer({ description: 'Entries of the round' }),
  note: Type.String({
    description: 'The signed note with all cosignatures (C2SP tlog-checkpoint)',
  }),
  sealedAt: Instant,
  witnesses: Type.Array(
    Type.Object({
      name: Type.String(),
      cosignedAt: Nullable(Instant, 'Null until it has cosigned'),
    }),
    { description: 'The witnesses that are asked' },
  ),
  timestamp: Type.Union([Type.Literal('none'), Type.Literal('pending'), Type.Literal('complete')], {
    description: 'OpenTimestamps: `complete` in a block of Bitcoin',
  }),
})
export type Checkpoint = Static<typeof Checkpoint>

export const RoundDetail = Type.Object({
  refDate: Instant,
  hasPrevious: Type.Boolean({ description: 'Whether there is a round before it' }),
  targetDate: Instant,
  closesAt: Instant,
  status,
  refPrice: Type.Union([Price, Type.Null()]),
  votes,
  voters,
  priced: Type.Boolean({ description: 'False while no price younger than 10 seconds is known' }),
  offers: Nullable(
    Type.Object({ up: Offer, steady: Offer, down: Offer }),
    'What a vote would be worth now; null unless the round is live and has a reference',
  ),
  chances: Nullable(
    Type.Object(chances),
    'The model behind the offers until the target; a call is worth b·HIT + (1−b)·MISS, rounded',
  ),
  chancesByVersion: Nullable(
    Type.Array(Type.Object({ version: Type.Integer(), ...chances })),
    'The same under every version of the offer rule: a call is worth what its own version says',
  ),
  outcome: Type.Union([...Outcome.anyOf, Type.Null()]),
  reference: Type.Union([Evidence, Type.Null()]),
  settlement: Type.Union([Evidence, Type.Null()]),
  settledAt: Type.Union([Instant, Type.Null()]),
  favorite: Nullable(Direction, 'The direction with the largest chance at the open'),
  hours: Nullable(
    Type.Array(RoundHour),
    'The split hour by hour from the open to now or the close, oldest first; null below 10 votes',
  ),
  crowd: Nullable(
    Type.Object({
      pick,
      pickRight,
      calls: Type.Integer({ description: 'Priced votes with a direction' }),
      right: Type.Integer({ description: 'Calls whose direction came out' }),
      points: Type.Integer({ description: 'Sum of the points of the calls' }),
    }),
    'Null until settled and below 10 votes; no calls count in a void round',
  ),
  best: Type.Array(RoundVote, {
    maxItems: 5,
    description: 'Most points first; empty until settled and below 10 votes',
  }),
  worst: Type.Array(RoundVote, { maxItems: 5, description: 'Fewest points first' }),
  receipts: Nullable(SignedRoot, "Root of the round's own tree; null for rounds in the log only"),
  checkpoint: Nullable(Checkpoint, 'Null until the round has closed and its votes are in the log'),
  candles: Type.Array(Open, {
    description:
      'Opens from 12 hours before the reference to the target, oldest first, from the source of the reference price, or from another exchange in hours for which that has none; hours without a candle are missing',
  }),
})
export type RoundDetail = Static<typeof RoundDetail>

export const RoundItem = Type.Object({
  refDate: Instant,
  targetDate: Instant,
  closesAt: Instant,
  status,
  refPrice: Type.Union([Price, Type.Null()]),
  settlePrice: Type.Union([Price, Type.Null()]),
  outcome: Type.Union([...Outcome.anyOf, Type.Null()]),
  votes,
  voters,
  crowdPick: pick,
  crowdRight: pickRight,
  settledAt: Type.Union([Instant, Type.Null()]),
})
export type RoundItem = Static<typeof RoundItem>

const Right = Type.Object({ right: Type.Integer(), of: Type.Integer() })

/** Newest first; open and waiting rounds included. */
export const RoundList = Type.Object({
  record: Type.Object({
    rounds: Type.Integer({ description: 'Settled rounds that were not void' }),
    crowd: Right,
    alwaysSteady: Right,
    favorite: Right,
    crowdPoints: Type.Object(
      { points: Type.Integer(), calls: Type.Integer() },
      { description: 'All priced calls of all settled rounds that were not void' },
    ),
  }),
  posts: Type.Array(RoundItem),
  pagination: Pagination,
})
export type RoundList = Static<typeof RoundList>

const INSTANT = InstantInput.pattern?.slice(1, -1)

/** Targets of the rounds to look up: at most 50 instants, separated by commas. */
export const OwnRoundsQuery = Type.Object(
  { targets: Type.String({ maxLength: 1250, pattern: `^${INSTANT}(,${INSTANT}){0,49}$` }) },
  { additionalProperties: false },
)

/** The own votes in the requested rounds, newest first; rounds without an own vote are left out. */
export const OwnRounds = Type.Array(
  Type.Object({
    targetDate: Instant,
    voteId: LargeId,
    voteChoice: Direction,
    result: VoteResult,
    points: Nullable(Type.Integer(), 'Null until settled'),
  }),
)
export type OwnRounds = Static<typeof OwnRounds>
