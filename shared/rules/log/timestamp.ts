import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'

/** A step from one message to the next; `append` and `prepend` add bytes. */
export type Operation =
  | { kind: 'sha256' }
  | { kind: 'append'; bytes: Uint8Array }
  | { kind: 'prepend'; bytes: Uint8Array }

/**
 * What a message is attested by. `pending`: the calendar at `uri` has promised to timestamp it. `bitcoin`:
 * it is the Merkle root of that block. `unknown`: another kind, kept as it is, with its tag of 8 bytes.
 */
export type Attestation =
  | { kind: 'pending'; uri: string }
  | { kind: 'bitcoin'; height: number }
  | { kind: 'unknown'; tag: Uint8Array; payload: Uint8Array }

/** A message with its attestations and the messages made from it: a tree (opentimestamps.org). */
export interface Timestamp {
  message: Uint8Array
  attestations: readonly Attestation[]
  steps: readonly Step[]
}

export interface Step {
  operation: Operation
  /** Of the message that the operation gives. */
  timestamp: Timestamp
}

/** Bytes of the longest message and of the longest argument of an operation. */
export const MAX_MESSAGE_BYTES = 4096

/** The message that an operation makes; null when it is too long. */
export function applyOperation(operation: Operation, message: Uint8Array): Uint8Array | null {
  if (operation.kind === 'sha256') return sha256(message)
  const { kind, bytes } = operation
  if (message.length + bytes.length > MAX_MESSAGE_BYTES) return null
  return kind === 'append' ? concatBytes(message, bytes) : concatBytes(bytes, message)
}

const keyOf = (part: Operation | Attestation): string =>
  JSON.stringify(part, (_, value) => (value instanceof Uint8Array ? bytesToHex(value) : value))

const isSame = (a: Uint8Array, b: Uint8Array) => bytesToHex(a) === bytesToHex(b)

/** Both timestamps of one message in one. Throws a RangeError for those of two messages. */
export function mergeTimestamps(first: Timestamp, second: Timestamp): Timestamp {
  if (!isSame(first.message, second.message)) throw new RangeError('timestamps of two messages')
  const attestations = new Map<string, Attestation>()
  for (const one of [...first.attestations, ...second.attestations]) {
    attestations.set(keyOf(one), one)
  }
  const steps = new Map<string, Step>()
  for (const step of [...first.steps, ...second.steps]) {
    const key = keyOf(step.operation)
    const earlier = steps.get(key)
    const timestamp = earlier ? mergeTimestamps(earlier.timestamp, step.timestamp) : step.timestamp
    steps.set(key, { operation: step.operation, timestamp })
  }
  return {
    message: first.message,
    attestations: [...attestations.values()],
    steps: [...steps.values()],
  }
}

/** The timestamp with `upgrade` merged in wherever its message occurs; unchanged where it does not. */
export function upgradeTimestamp(timestamp: Timestamp, upgrade: Timestamp): Timestamp {
  const steps = timestamp.steps.map((step) => ({
    operation: step.operation,
    timestamp: upgradeTimestamp(step.timestamp, upgrade),
  }))
  const whole = { ...timestamp, steps }
  return isSame(timestamp.message, upgrade.message) ? mergeTimestamps(whole, upgrade) : whole
}

/** Every attestation with the message that it is about, in the order of the file. */
export function attestationsOf({
  message,
  attestations,
  steps,
}: Timestamp): { message: Uint8Array; attestation: Attestation }[] {
  const own = attestations.map((attestation) => ({ message, attestation }))
  return [...own, ...steps.flatMap(({ timestamp }) => attestationsOf(timestamp))]
}
