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

const Security = Type.Object({
  act: Type.Union([Type.Literal('link'), Type.Literal('unlink'), Type.Literal('export')]),
  provider: nullable(Type.String()),
})

/**
 * Kind of a notification of the stream, with the level of one about a crossed level. A newer one with the same
 * key makes it outdated. Null for a kind that the app does not show, or does not know.
 */
export function accountNotice(notification: Notification) {
  const { kind, security, level, flip, worth, brief, thread } = notification
  const notice = <Kind extends string>(shown: Kind, key: string) =>
    ({ kind: shown, key, level: null }) as const
  if (Check(Security, security)) return notice('security', 'security')
  if (Check(Level, level)) return { kind: 'level' as const, key: `level ${level.level}`, level }
  if (Check(Flip, flip)) return notice('flip', `flip ${flip.voteId}`)
  if (Check(Worth, worth)) return notice('worth', 'worth')
  if (Check(Brief, brief)) return notice('brief', 'brief')
  if (kind === 'test') return notice('test', 'test')
  const isOfThread = kind === 'reply' || kind === 'mention'
  return isOfThread && Check(Thread, thread) ? notice(kind, `${thread.target} ${thread.id}`) : null
}
