import { type Static, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'

/** One message between processes. Instants are epoch milliseconds of the sender's clock. */
const Envelope = Type.Object({
  /** The process that says it, one id from its start to its end. */
  from: Type.String({ minLength: 1, maxLength: 64 }),
  /**
   * How many messages with events the process has sent, this one included. What it could not send
   * counts too, so that the others find a gap.
   */
  seq: Type.Integer({ minimum: 0 }),
  at: Type.Number(),
  /** Topic and event each; none in a heartbeat. */
  events: Type.Array(Type.Tuple([Type.String(), Type.Unknown()])),
  /** The process ends: nobody need wait for its next word. */
  bye: Type.Optional(Type.Boolean()),
})
export type Envelope = Static<typeof Envelope>

const checker = TypeCompiler.Compile(Envelope)

/** The envelope in a payload, or null when it is none. */
export function readEnvelope(payload: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(payload)
    return checker.Check(value) ? value : null
  } catch {
    return null
  }
}

/** What an envelope without events may take, in bytes. */
const FRAME_BYTES = 256

/**
 * Lays events (JSON each) into batches whose envelopes have at most `maxBytes`. An event that is too
 * long by itself has a batch of its own, which is null: it cannot be sent.
 */
export function inBatches(events: readonly string[], maxBytes: number): (string[] | null)[] {
  const room = maxBytes - FRAME_BYTES
  const batches: (string[] | null)[] = []
  let batch: string[] = []
  let used = 0
  const close = () => {
    if (batch.length > 0) batches.push(batch)
    batch = []
    used = 0
  }
  for (const event of events) {
    const bytes = Buffer.byteLength(event) + 1
    if (used + bytes > room) close()
    if (bytes > room) batches.push(null)
    else {
      batch.push(event)
      used += bytes
    }
  }
  close()
  return batches
}

/** The payload of an envelope whose events are JSON already. */
export function writeEnvelope(head: Omit<Envelope, 'events'>, events: readonly string[]): string {
  return `${JSON.stringify(head).slice(0, -1)},"events":[${events.join(',')}]}`
}
