import type { Static, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Instant } from './common.ts'
import { LivePrice, MarketKind } from './price.ts'

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** `unknown` while the database that would tell does not answer. */
export const PartState = Type.Union([
  Type.Literal('ok'),
  Type.Literal('degraded'),
  Type.Literal('down'),
  Type.Literal('unknown'),
])
export type PartState = Static<typeof PartState>

/** Whether a part of the site works, and since when. */
const part = {
  state: PartState,
  since: Instant,
  isSinceStart: Type.Boolean({
    description: 'In this state since the server started, so perhaps for longer',
  }),
}

/** State of the site, as one server sees it. Without numbers about people. */
export const SystemStatus = Type.Object({
  checkedAt: Instant,
  feed: Type.Object({
    ...part,
    source: nullable(Type.String({ examples: ['binance'] })),
    market: MarketKind,
    freshness: nullable(LivePrice.properties.freshness),
    priceTime: nullable(Instant),
  }),
  database: Type.Object(part),
  jobs: Type.Object({
    ...part,
    lastSettlement: nullable(Type.Object({ targetDate: Instant, settledAt: Instant })),
    overdueSince: Type.Union([Instant, Type.Null()], {
      description: 'Target of the oldest round that should have been settled five minutes ago',
    }),
  }),
  push: Type.Object(part),
  stream: Type.Object(part),
})
export type SystemStatus = Static<typeof SystemStatus>

/** Parts of the site, in the order in which they are shown. */
export const STATUS_PARTS = ['feed', 'database', 'jobs', 'push', 'stream'] as const
export type StatusPart = (typeof STATUS_PARTS)[number]
