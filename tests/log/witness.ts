import { createHash, sign } from 'node:crypto'
import { signingKeyOf } from '#api/modules/receipts/signing-key.ts'
import { parseCheckpoint } from '#shared/rules/log/checkpoint.ts'
import { cosignedMessage, formatTimestamped } from '#shared/rules/log/cosignature.ts'
import { parseNote, signatureLine } from '#shared/rules/log/signed-note.ts'
import { readDecimal, readHash, readUtf8 } from '#shared/rules/log/strict-text.ts'
import {
  MAX_PROOF_HASHES,
  type TreeHead,
  verifyConsistency,
} from '#shared/rules/log/tree-proofs.ts'
import { KEY_TYPES, type VerifierKey, verifierKey } from '#shared/rules/log/verifier-key.ts'
import { verifyNote } from '#shared/rules/log/verify-note.ts'

const EMPTY: TreeHead = { size: 0, root: createHash('sha256').digest() }

interface WitnessOptions {
  name: string
  /** Trusted keys of each log by its origin. */
  logs: ReadonlyMap<string, readonly VerifierKey[]>
  /** Epoch milliseconds. */
  now: () => number
}

/** A witness for tests (c2sp.org/tlog-witness); `handle` is the `fetch` of a server. */
export interface StandInWitness {
  key: VerifierKey
  /** The last cosigned head of each origin. */
  heads: Map<string, TreeHead>
  handle(request: Request): Promise<Response>
}

const refuse = (status: number) => new Response('refused\n', { status })

function parseRequest(body: string | null) {
  const end = body?.indexOf('\n\n') ?? -1
  if (!body || end < 0) return null
  const [first = '', ...lines] = body.slice(0, end).split('\n')
  const oldSize = first.startsWith('old ') ? readDecimal(first.slice(4)) : null
  const proof = lines.map(readHash).filter((hash) => hash !== null)
  const note = parseNote(body.slice(end + 2))
  if (oldSize === null || note === null || proof.length !== lines.length) return null
  return proof.length > MAX_PROOF_HASHES ? null : { oldSize, proof, note }
}

/** Creates a witness whose key follows from its name. It is strict where the specification says MUST. */
export function createStandInWitness({ name, logs, now }: WitnessOptions): StandInWitness {
  const { publicKey, privateKey } = signingKeyOf(`the key of ${name}`)
  const key = verifierKey(name, KEY_TYPES.cosignature, publicKey)
  const heads = new Map<string, TreeHead>()

  const cosign = (text: string) => {
    const timestamp = Math.floor(now() / 1000)
    const signature = sign(null, cosignedMessage(timestamp, text), privateKey)
    return signatureLine({
      name,
      keyId: key.keyId,
      signature: formatTimestamped({ timestamp, signature }),
    })
  }

  /** Compares and stores in one go, so that two requests never cosign two histories. */
  const advance = (origin: string, oldSize: number, next: TreeHead, proof: Uint8Array[]) => {
    if (oldSize > next.size) return refuse(400)
    const last = heads.get(origin) ?? EMPTY
    if (last.size !== oldSize) {
      const headers = { 'content-type': 'text/x.tlog.size' }
      return new Response(`${last.size}\n`, { status: 409, headers })
    }
    const isEmpty = Buffer.compare(next.root, EMPTY.root) === 0
    if (next.size === 0 && !isEmpty) return refuse(422)
    if (!verifyConsistency(last, next, proof)) return refuse(422)
    heads.set(origin, next)
    return null
  }

  return {
    key,
    heads,
    async handle(request) {
      const { pathname } = new URL(request.url)
      if (!pathname.endsWith('/add-checkpoint')) return refuse(404)
      if (request.method !== 'POST') return refuse(405)
      const parsed = parseRequest(readUtf8(new Uint8Array(await request.arrayBuffer())))
      if (parsed === null) return refuse(400)
      const { oldSize, proof, note } = parsed
      const keys = logs.get(note.text.slice(0, note.text.indexOf('\n')))
      if (!keys) return refuse(404)
      if ((await verifyNote(note, keys)) === null) return refuse(403)
      const checkpoint = parseCheckpoint(note.text)
      if (checkpoint === null) return refuse(400)
      const refusal = advance(checkpoint.origin, oldSize, checkpoint, proof)
      return refusal ?? new Response(cosign(note.text))
    },
  }
}
