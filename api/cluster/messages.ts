import { type Static, Type } from '@sinclair/typebox'

/** The figures of one process, as `registry.getMetricsAsJSON()` gives them. */
const Figures = Type.Array(Type.Object({ name: Type.String() }, { additionalProperties: true }))

/** What a child tells its supervisor. */
export const FromChild = Type.Union([
  /** It listens, and plays prices of this kind. */
  Type.Object({
    type: Type.Literal('up'),
    url: Type.String(),
    prices: Type.Union([Type.Literal('real'), Type.Literal('replay'), Type.Literal('simulated')]),
  }),
  /** It cannot start, in one line. */
  Type.Object({ type: Type.Literal('failed'), message: Type.String() }),
  /** Somebody asked it for the figures of all. */
  Type.Object({ type: Type.Literal('gather'), id: Type.Integer() }),
  /** Its own figures, as it was asked for. */
  Type.Object({ type: Type.Literal('figures'), id: Type.Integer(), figures: Figures }),
])
export type FromChild = Static<typeof FromChild>

/** What a supervisor tells a child. */
export const ToChild = Type.Union([
  /** Send your figures. */
  Type.Object({ type: Type.Literal('figures'), id: Type.Integer() }),
  /** The figures of all that answered in time. */
  Type.Object({ type: Type.Literal('gathered'), id: Type.Integer(), all: Type.Array(Figures) }),
])
export type ToChild = Static<typeof ToChild>

export type Figures = Static<typeof Figures>
export type PriceKind = Extract<FromChild, { type: 'up' }>['prices']
