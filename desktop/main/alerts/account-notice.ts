import * as Type from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import { Direction, Instant, Price } from '#shared/contract/common.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import { ALERT_SOUNDS } from '#shared/rules/alert-sounds.ts'
import { Side } from './alert.ts'

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

// Only the parts that the texts need; the schemas of the contract would be a large part of the bundle.
const Level = Type.Object({
  level: Price,
  side: Side,
  price: Price,
  note: Type.String(),
  sound: nullable(Type.Union(ALERT_SOUNDS.map((sound) => Type.Literal(sound)))),
})
const Flip = Type.Object({
  voteId: Type.Integer(),
  targetDate: Instant,
  refPrice: Price,
  direction: Direction,
  isRight: Type.Boolean(),
  price: Price,
})
const Worth = Type.Object({
  mark: Type.Integer(),
  worth: Type.Integer(),
  side: Side,
  price: Price,
})
const Brief = Type.Object({
  price: Price,
  rounds: Type.Array(Type.Object({ refDate: Instant, change: Type.Number() })),
  openCalls: nullable(
    Type.Object({
      points: Type.Integer(),
      change: nullable(Type.Integer()),
      since: Instant,
    }),
  ),
  lastWeek: nullable(Type.Object({ week: Type.String(), points: Type.Integer() })),
  periodEnd: nullable(Instant),
  replies: Type.Optional(Type.Integer()),
})
const Thread = Type.Object({
  target: Type.String(),
  id: Type.Integer(),
  boardType: nullable(Type.String()),
  title: nullable(Type.String()),
  replyId: Type.Integer(),
  replies: Type.Integer(),
  mentions: Type.Integer(),
  author: nullable(Type.Object({ nickname: Type.String() })),
})

/**
 * Kind of a notification of the stream, with the level of one about a crossed level. Null for a kind that
 * the app does not show, or does not know.
 */
export function accountNotice({ kind, level, flip, worth, brief, thread }: Notification) {
  if (Check(Level, level)) return { kind: 'level' as const, level }
  if (Check(Flip, flip)) return { kind: 'flip' as const, level: null }
  if (Check(Worth, worth)) return { kind: 'worth' as const, level: null }
  if (Check(Brief, brief)) return { kind: 'brief' as const, level: null }
  const isOfThread = (kind === 'reply' || kind === 'mention') && Check(Thread, thread)
  return isOfThread || kind === 'test' ? { kind, level: null } : null
}
