import { sign } from 'node:crypto'
import { signingKeyOf } from '#api/modules/receipts/signing-key.ts'
import { checkpointText } from '#shared/rules/log/checkpoint.ts'
import { cosignedMessage, formatTimestamped } from '#shared/rules/log/cosignature.ts'
import { formatNote, type NoteSignature } from '#shared/rules/log/signed-note.ts'
import { formatTlogProof } from '#shared/rules/log/tlog-proof.ts'
import {
  consistencyProof,
  inclusionProof,
  type TreeHead,
  treeRoot,
} from '#shared/rules/log/tree-proofs.ts'
import { KEY_TYPES, verifierKey } from '#shared/rules/log/verifier-key.ts'
import type { LogPolicy } from '#shared/rules/log/verify-note.ts'
import { type Hash, leafHash, merkleRoot } from '#shared/rules/merkle.ts'

const log = signingKeyOf('the key of a log for tests')
const witnesses = ['witness.example/w1', 'witness.example/w2'].map((name) => {
  const { publicKey, privateKey } = signingKeyOf(`the key of ${name}`)
  return { key: verifierKey(name, KEY_TYPES.cosignature, publicKey), privateKey }
})

export const ORIGIN = 'tidemark.example/log'
export const LOG_KEY = verifierKey(ORIGIN, KEY_TYPES.note, log.publicKey)
export const POLICY: LogPolicy = {
  origin: ORIGIN,
  logKeys: [LOG_KEY],
  witnesses: witnesses.map(({ key }) => key),
}
/** When the witnesses of the samples cosigned, in seconds. */
export const COSIGNED_AT = 1_795_744_800

/** The signature of the log over the text of a checkpoint. */
export function logSignature(text: string): NoteSignature {
  return { ...LOG_KEY, signature: sign(null, Buffer.from(text), log.privateKey) }
}

/** The cosignatures of the first `count` witnesses. */
export function cosignatures(
  text: string,
  count: number,
  timestamp = COSIGNED_AT,
): NoteSignature[] {
  return witnesses.slice(0, count).map(({ key, privateKey }) => {
    const signature = sign(null, cosignedMessage(timestamp, text), privateKey)
    return { ...key, signature: formatTimestamped({ timestamp, signature }) }
  })
}

/** A signed and cosigned checkpoint. */
export function checkpointOf(head: TreeHead, witnessCount = 2): string {
  const text = checkpointText({ origin: ORIGIN, extensions: [], ...head })
  return formatNote({ text, signatures: [logSignature(text), ...cosignatures(text, witnessCount)] })
}

const entryOf = (index: number) => new TextEncoder().encode(`entry ${index}`)

/** A log of `size` entries; `nodeAt` throws for what is no complete subtree. */
export function sampleLog(size: number) {
  const entries = Array.from({ length: size }, (_, index) => entryOf(index))
  const leaves = entries.map(leafHash)
  const nodeAt = (level: number, index: number): Hash => {
    const covered = leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)
    if (covered.length !== 2 ** level) throw new Error(`node ${index} of ${level} is not complete`)
    return merkleRoot(covered)
  }
  const head = (at = size): TreeHead => ({ size: at, root: treeRoot(at, nodeAt) })
  const entryAt = (index: number) => entries[index] ?? new Uint8Array()
  return {
    entries,
    entryAt,
    leaves,
    nodeAt,
    head,
    inclusion: (index: number) => inclusionProof(index, size, nodeAt),
    consistency: (from: number, to = size) => consistencyProof(from, to, nodeAt),
    proof: (index: number, extra: Uint8Array | null = null) =>
      formatTlogProof({
        extra,
        index,
        hashes: inclusionProof(index, size, nodeAt),
        checkpoint: checkpointOf(head()),
      }),
  }
}

/** Every text of bytes with one bit changed; with `step`, of every so manieth bit. */
export function withBitChanged(bytes: Uint8Array, step = 1): Uint8Array[] {
  return Array.from({ length: Math.ceil((bytes.length * 8) / step) }, (_, at) => {
    const bit = at * step
    const changed = Uint8Array.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return changed
  })
}
