import { Type } from '@sinclair/typebox'
import type { ConnectedEventBus, EventBus } from '#api/infrastructure/bus/event-bus.ts'
import { Price } from '#shared/contract/common.ts'
import { EXCHANGES } from '#shared/rules/exchanges.ts'

const id = Type.Integer()
/** Epoch milliseconds. */
const instant = Type.Integer({ minimum: 0 })
/** A decimal string above zero. */
const price = Type.String({ pattern: `^(?=.*[1-9])${Price.pattern?.slice(1)}` })

const oneOf = <Name extends string>(...names: Name[]) =>
  Type.Union(names.map((name) => Type.Literal(name)))

/**
 * Events of all instances, for caches and streams. They contain ids and prices only; listeners read the
 * rest from the database. Unknown fields are accepted, because the publisher may be newer.
 */
export const eventSchemas = {
  /** A vote was created (`first`) or changed. */
  vote: Type.Object({ voteId: id, roundId: id, first: Type.Boolean() }),
  post: Type.Object({ postId: id, board: oneOf('frees', 'notices', 'suggestions') }),
  reaction: Type.Object({ kind: oneOf('vote', 'post'), id }),
  /** A reply was written, changed or removed in the thread of a vote or post. */
  reply: Type.Object({ replyId: id, target: oneOf('vote', 'post'), id }),
  /** Views were counted. */
  views: Type.Object({ votes: Type.Boolean(), posts: Type.Boolean() }),
  /** Price levels of a user were added, changed or removed. */
  levels: Type.Object({ userId: id }),
  /** Notifications for open windows. */
  alerts: Type.Object({ notified: Type.Array(Type.Object({ userId: id, id })) }),
  /** `isModerated`: replaced or restored by a moderator or by reports, not chosen by the user. */
  nickname: Type.Object({ userId: id, isModerated: Type.Optional(Type.Boolean()) }),
  /** A text was hidden or shown again; 'user': everything that a user wrote, or the user's bans. */
  moderation: Type.Object({ target: oneOf('vote', 'post', 'user', 'reply'), id }),
  round: Type.Object({
    event: oneOf('opened', 'referenced', 'logged', 'settled'),
    roundId: id,
    targetDate: instant,
  }),
  /** A checkpoint of the log was cosigned or timestamped. */
  checkpoint: Type.Object({ size: id }),
  /** A season has become final. */
  season: Type.Object({ season: Type.String() }),
  /** The live rankings have been written. */
  ranks: Type.Object({}),
  sessionRevoked: Type.Object({ sessionId: Type.String(), at: instant }),
  /** A new price, or the last one repeated, from the instance that runs the exchange feed. */
  price: Type.Object({ price, time: instant, source: oneOf(...EXCHANGES) }),
  /** The instance that runs the exchange feed has stored candles. */
  candles: Type.Object({ source: oneOf(...EXCHANGES) }),
}

export type AppEventBus = EventBus<typeof eventSchemas>
export type ConnectedAppEventBus = ConnectedEventBus<typeof eventSchemas>
