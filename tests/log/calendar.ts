import { createHash, randomBytes } from 'node:crypto'
import { formatTimestamp } from '#shared/rules/log/opentimestamps.ts'
import {
  type Attestation,
  applyOperation,
  type Operation,
  type Timestamp,
} from '#shared/rules/log/timestamp.ts'

/** A calendar of OpenTimestamps for tests; `handle` is the `fetch` of a server. */
export interface StandInCalendar {
  handle(request: Request): Promise<Response>
  /** Puts every waiting commitment into the block of that height. */
  confirm(height: number): void
  /** Merkle roots of the blocks by height, 32 bytes. */
  roots: Map<number, Uint8Array>
}

/** Most bytes of a digest that calendars take. */
const MAX_DIGEST = 64
const SHA256: Operation = { kind: 'sha256' }
const append = (bytes: Uint8Array): Operation => ({ kind: 'append', bytes })
const prepend = (bytes: Uint8Array): Operation => ({ kind: 'prepend', bytes })

/** Hashes each of `commitments` behind what came before. */
const joins = (commitments: readonly Uint8Array[]): Operation[] =>
  commitments.flatMap((bytes) => [append(bytes), SHA256])

function run(message: Uint8Array, operations: readonly Operation[]): Uint8Array {
  return operations.reduce((last, operation) => applyOperation(operation, last) ?? last, message)
}

function chain(
  message: Uint8Array,
  [operation, ...more]: readonly Operation[],
  end: Attestation,
): Timestamp {
  if (!operation) return { message, attestations: [end], steps: [] }
  const timestamp = chain(run(message, [operation]), more, end)
  return { message, attestations: [], steps: [{ operation, timestamp }] }
}

/**
 * Creates the calendar at `uri`. Like the public ones it commits to a nonce, its time and a code of its own,
 * and later to a transaction in a block, whose root is reached by double SHA-256.
 */
export function createStandInCalendar(uri: string, now: () => number): StandInCalendar {
  const waiting = new Set<string>()
  const upgrades = new Map<string, Uint8Array>()
  const roots = new Map<number, Uint8Array>()

  const submit = (digest: Uint8Array) => {
    const time = new Uint8Array(4)
    new DataView(time.buffer).setUint32(0, Math.floor(now() / 1000))
    const steps = [append(randomBytes(16)), SHA256, prepend(time), append(randomBytes(8))]
    waiting.add(Buffer.from(run(digest, steps)).toString('hex'))
    return formatTimestamp(chain(digest, steps, { kind: 'pending', uri }))
  }

  return {
    roots,
    async handle(request) {
      const { pathname } = new URL(request.url)
      if (pathname.endsWith('/digest') && request.method === 'POST') {
        const digest = new Uint8Array(await request.arrayBuffer())
        const isDigest = digest.length > 0 && digest.length <= MAX_DIGEST
        return isDigest
          ? new Response(Uint8Array.from(submit(digest)))
          : new Response('invalid', { status: 400 })
      }
      const [, commitment = ''] = /\/timestamp\/([0-9a-f]+)$/.exec(pathname) ?? []
      const upgrade = upgrades.get(commitment)
      if (upgrade) return new Response(Uint8Array.from(upgrade))
      const text = waiting.has(commitment)
        ? 'Pending confirmation in Bitcoin blockchain'
        : 'Commitment not found'
      return new Response(text, { status: 404 })
    },

    confirm(height) {
      // One root for all: the first commitment, hashed with each further one, in a transaction of a block.
      const all = [...waiting].sort().map((hex) => Buffer.from(hex, 'hex'))
      const filler = createHash('sha256').update(`block ${height}`).digest()
      const block = [prepend(filler), SHA256, SHA256, append(filler), SHA256, SHA256]
      const before = all.map((_, index) => run(all[0] ?? filler, joins(all.slice(1, index))))
      for (const [index, commitment] of all.entries()) {
        const first = index === 0 ? [] : [prepend(before[index] ?? filler), SHA256]
        const steps = [...first, ...joins(all.slice(index + 1)), ...block]
        const timestamp = chain(commitment, steps, { kind: 'bitcoin', height })
        roots.set(height, run(commitment, steps))
        upgrades.set(commitment.toString('hex'), formatTimestamp(timestamp))
      }
      waiting.clear()
    },
  }
}
