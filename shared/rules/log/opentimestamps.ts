import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ByteReader } from './byte-reader.ts'
import {
  type Attestation,
  applyOperation,
  MAX_MESSAGE_BYTES,
  type Operation,
  type Step,
  type Timestamp,
} from './timestamp.ts'

/** Bytes of the longest accepted file or reply of a calendar. */
export const MAX_TIMESTAMP_BYTES = 10_000
/** As deep as the reference implementation reads. */
const MAX_DEPTH = 256
/** With the limit of a message it bounds the memory of a hostile file to 4 MB. */
const MAX_STEPS = 1024
const MAX_PAYLOAD_BYTES = 8192
const MAX_URI_BYTES = 1000
/** Block heights are 32 bits in Bitcoin's own data. */
const MAX_HEIGHT = 2 ** 32 - 1

const MAGIC = concatBytes(
  utf8ToBytes('\0OpenTimestamps\0\0Proof\0'),
  hexToBytes('bf89e2e884e89294'),
  Uint8Array.of(1),
)
const DIGEST_BYTES = 32
const TAG_BYTES = 8
const TAGS = { pending: '83dfe30d2ef90c8e', bitcoin: '0588960d73d71901' }
const OPERATIONS = { sha256: 0x08, append: 0xf0, prepend: 0xf1 }
const ATTESTATION = 0x00
const MORE = 0xff

/** Unsigned LEB128. */
function varuint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Uint8Array.of(...bytes, rest)
}

const varbytes = (bytes: Uint8Array) => concatBytes(varuint(bytes.length), bytes)

function attestationBytes(attestation: Attestation): Uint8Array {
  if (attestation.kind === 'unknown') {
    return concatBytes(attestation.tag, varbytes(attestation.payload))
  }
  const payload =
    attestation.kind === 'pending'
      ? varbytes(utf8ToBytes(attestation.uri))
      : varuint(attestation.height)
  return concatBytes(hexToBytes(TAGS[attestation.kind]), varbytes(payload))
}

function operationBytes(operation: Operation): Uint8Array {
  const tag = Uint8Array.of(OPERATIONS[operation.kind])
  return operation.kind === 'sha256' ? tag : concatBytes(tag, varbytes(operation.bytes))
}

const compareHex = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The order of the reference implementation: by tag, then by value. */
function attestationOrder(attestation: Attestation): string {
  if (attestation.kind === 'unknown') {
    return bytesToHex(concatBytes(attestation.tag, attestation.payload))
  }
  const tag = TAGS[attestation.kind]
  if (attestation.kind === 'pending') return tag + bytesToHex(utf8ToBytes(attestation.uri))
  return tag + attestation.height.toString(16).padStart(8, '0')
}

function operationOrder(operation: Operation): string {
  const tag = Uint8Array.of(OPERATIONS[operation.kind])
  return bytesToHex(operation.kind === 'sha256' ? tag : concatBytes(tag, operation.bytes))
}

/** A timestamp without its message, as calendars reply. Throws a RangeError for one without content. */
export function formatTimestamp({ attestations, steps }: Timestamp): Uint8Array {
  const attested = attestations
    .toSorted((a, b) => compareHex(attestationOrder(a), attestationOrder(b)))
    .map((one) => concatBytes(Uint8Array.of(ATTESTATION), attestationBytes(one)))
  const made = steps
    .toSorted((a, b) => compareHex(operationOrder(a.operation), operationOrder(b.operation)))
    .map((step) => concatBytes(operationBytes(step.operation), formatTimestamp(step.timestamp)))
  const parts = [...attested, ...made]
  const last = parts.pop()
  if (!last) throw new RangeError('a timestamp without attestations and operations')
  return concatBytes(...parts.flatMap((part) => [Uint8Array.of(MORE), part]), last)
}

/** A detached timestamp file (`.ots`) of a SHA-256 digest, which is the timestamp's message. */
export function formatOts(timestamp: Timestamp): Uint8Array {
  if (timestamp.message.length !== DIGEST_BYTES) throw new RangeError('not a SHA-256 digest')
  const head = [MAGIC, Uint8Array.of(OPERATIONS.sha256), timestamp.message]
  return concatBytes(...head, formatTimestamp(timestamp))
}

function readAttestation(reader: ByteReader): Attestation {
  const tag = reader.bytes(TAG_BYTES)
  const payload = reader.varbytes(MAX_PAYLOAD_BYTES)
  const inside = new ByteReader(payload)
  const name = bytesToHex(tag)
  if (name === TAGS.pending) {
    const uri = String.fromCharCode(...inside.varbytes(MAX_URI_BYTES))
    inside.end()
    if (!/^[\w.:/-]*$/.test(uri)) throw new SyntaxError('not the address of a calendar')
    return { kind: 'pending', uri }
  }
  if (name !== TAGS.bitcoin) return { kind: 'unknown', tag, payload }
  const height = inside.varuint(MAX_HEIGHT)
  inside.end()
  return { kind: 'bitcoin', height }
}

function readOperation(reader: ByteReader, tag: number): Operation {
  if (tag === OPERATIONS.sha256) return { kind: 'sha256' }
  const kind = tag === OPERATIONS.append ? 'append' : tag === OPERATIONS.prepend ? 'prepend' : null
  if (kind === null) throw new SyntaxError(`operation ${tag} is not known`)
  const bytes = reader.varbytes(MAX_MESSAGE_BYTES)
  if (bytes.length === 0) throw new SyntaxError('an operation that changes nothing')
  return { kind, bytes }
}

function readTree(
  reader: ByteReader,
  message: Uint8Array,
  depth: number,
  budget: { steps: number },
) {
  if (depth === MAX_DEPTH) throw new SyntaxError('too deep')
  const attestations = new Map<string, Attestation>()
  const steps = new Map<string, Step>()
  for (let isLast = false; !isLast; ) {
    const first = reader.byte()
    isLast = first !== MORE
    const tag = isLast ? first : reader.byte()
    if (tag === ATTESTATION) {
      const attestation = readAttestation(reader)
      attestations.set(attestationOrder(attestation), attestation)
      continue
    }
    const operation = readOperation(reader, tag)
    const next = applyOperation(operation, message)
    const order = operationOrder(operation)
    budget.steps -= 1
    if (next === null || budget.steps < 0 || steps.has(order))
      throw new SyntaxError('bad operation')
    steps.set(order, { operation, timestamp: readTree(reader, next, depth + 1, budget) })
  }
  const timestamp: Timestamp = {
    message,
    attestations: [...attestations.values()],
    steps: [...steps.values()],
  }
  return timestamp
}

function read(bytes: Uint8Array, parse: (reader: ByteReader) => Timestamp): Timestamp | null {
  if (bytes.length > MAX_TIMESTAMP_BYTES) return null
  const reader = new ByteReader(bytes)
  try {
    const timestamp = parse(reader)
    reader.end()
    return timestamp
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * Reads a calendar's reply about `message`, unverified. Null for a malformed one, and for one past the
 * limits: 10,000 bytes, 256 deep, 1,024 operations, of which only SHA-256, append and prepend are known.
 */
export const parseTimestamp = (bytes: Uint8Array, message: Uint8Array): Timestamp | null =>
  read(bytes, (reader) => readTree(reader, message, 0, { steps: MAX_STEPS }))

/** Reads a detached timestamp file of a SHA-256 digest under the same limits; the digest is its message. */
export const parseOts = (bytes: Uint8Array): Timestamp | null =>
  read(bytes, (reader) => {
    const magic = reader.bytes(MAGIC.length)
    if (bytesToHex(magic) !== bytesToHex(MAGIC)) throw new SyntaxError('not a timestamp file')
    if (reader.byte() !== OPERATIONS.sha256) throw new SyntaxError('not of a SHA-256 digest')
    return readTree(reader, reader.bytes(DIGEST_BYTES), 0, { steps: MAX_STEPS })
  })
