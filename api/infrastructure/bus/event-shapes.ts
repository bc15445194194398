import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { BusEvents, BusTopic } from './bus.ts'

/** Tells whether something that came over the wire is an event. */
interface Shape<Event> {
  Check(value: unknown): value is Event
}

const shapeOf = <Schema extends TSchema>(schema: Schema): Shape<Static<Schema>> =>
  TypeCompiler.Compile(schema)

const id = Type.Integer()
const instant = Type.Number()
const exchange = Type.Union([Type.Literal('binance'), Type.Literal('okx'), Type.Literal('bybit')])

/** The shape of each event. Further fields are let through: another process may be newer. */
const SHAPES: { [Topic in BusTopic]: Shape<BusEvents[Topic]> } = {
  vote: shapeOf(Type.Object({ voteId: id, roundId: id, first: Type.Boolean() })),
  post: shapeOf(
    Type.Object({
      postId: id,
      board: Type.Union([
        Type.Literal('frees'),
        Type.Literal('notices'),
        Type.Literal('suggestions'),
      ]),
    }),
  ),
  reaction: shapeOf(
    Type.Object({ kind: Type.Union([Type.Literal('vote'), Type.Literal('post')]), id }),
  ),
  views: shapeOf(Type.Object({ votes: Type.Boolean(), posts: Type.Boolean() })),
  nickname: shapeOf(Type.Object({ userId: id })),
  round: shapeOf(
    Type.Object({
      event: Type.Union([
        Type.Literal('opened'),
        Type.Literal('referenced'),
        Type.Literal('settled'),
      ]),
      roundId: id,
      targetDate: instant,
    }),
  ),
  sessionRevoked: shapeOf(Type.Object({ sessionId: Type.String(), at: instant })),
  spent: shapeOf(Type.Object({ counts: Type.Record(Type.String(), Type.Integer({ minimum: 1 })) })),
  tick: shapeOf(Type.Object({ price: Type.String(), time: instant, source: exchange })),
  candles: shapeOf(Type.Object({ source: exchange })),
  missed: shapeOf(Type.Object({ since: instant })),
}

const isTopic = (topic: string): topic is BusTopic => Object.hasOwn(SHAPES, topic)

/** Hands an event that came over the wire to `publish`; false when it is none that is known here. */
export function hearEvent(
  publish: <Topic extends BusTopic>(topic: Topic, event: BusEvents[Topic]) => void,
  topic: string,
  event: unknown,
): boolean {
  const hear = <Topic extends BusTopic>(known: Topic): boolean => {
    const shape: Shape<BusEvents[Topic]> = SHAPES[known]
    if (!shape.Check(event)) return false
    publish(known, event)
    return true
  }
  return isTopic(topic) && hear(topic)
}
