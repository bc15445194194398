import { type Static, Type } from '@sinclair/typebox'
import { Instant } from './common.ts'
import { LivePrice } from './price.ts'
import { VoteSummary } from './summary.ts'

/** WebSocket address of the live stream. */
export const STREAM_PATH = '/api/v1/stream'

/** A message comes at least this often; a client that hears nothing for twice as long reconnects. */
export const STREAM_HEARTBEAT_MS = 10_000

/** `seq` grows by one with every message of a server's stream: a gap means something was missed. */
const sequenced = { seq: Type.Integer(), serverDate: Instant }

export const StreamMessage = Type.Union([
  Type.Object({
    type: Type.Literal('hello'),
    ...sequenced,
    stream: Type.String({ description: 'Changes when the server restarts: sequences start anew' }),
    summary: VoteSummary,
  }),
  Type.Object({ type: Type.Literal('price'), ...sequenced, price: LivePrice }),
  Type.Object({ type: Type.Literal('summary'), ...sequenced, summary: VoteSummary }),
  Type.Object({
    type: Type.Literal('round'),
    ...sequenced,
    event: Type.Union([Type.Literal('opened'), Type.Literal('settled')]),
    targetDate: Instant,
  }),
  Type.Object({ type: Type.Literal('heartbeat'), ...sequenced }),
])
export type StreamMessage = Static<typeof StreamMessage>
