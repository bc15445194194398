import { describe, expect, test } from 'bun:test'
import { createPublicKey } from 'node:crypto'
// The package exports its Verifier alone, which takes signatures of artifacts only.
import { verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js'
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js'
import { checkpointText } from '#shared/rules/log/checkpoint.ts'
import { formatNote, type NoteSignature } from '#shared/rules/log/signed-note.ts'
import {
  checkpointOf,
  LOG_KEY,
  logSignature,
  ORIGIN,
  sampleLog,
  withBitChanged,
} from './sample-log.ts'

/** SPKI of an Ed25519 public key up to its 32 bytes (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

function authority() {
  const keyId = Buffer.alloc(4)
  keyId.writeUInt32BE(LOG_KEY.keyId)
  const der = Buffer.concat([SPKI_PREFIX, LOG_KEY.publicKey])
  return {
    logID: keyId,
    baseURL: `https://${ORIGIN}`,
    publicKey: createPublicKey({ key: der, format: 'der', type: 'spki' }),
    validFor: { start: new Date(0), end: new Date(8e15) },
  }
}

const log = sampleLog(13)
const size = log.entries.length
const head = log.head()
const CHECKPOINT = checkpointOf(head, 0)

interface Part {
  index: number
  entry?: Uint8Array
  hashes?: readonly Uint8Array[]
  checkpoint?: string
}

/** Whether the verifier of sigstore accepts a checkpoint and the proof of an entry. */
function accepts({ index, entry, hashes, checkpoint = CHECKPOINT }: Part): boolean {
  const proof: Parameters<typeof verifyMerkleInclusion>[0] = {
    logIndex: String(index),
    logId: { keyId: Buffer.alloc(32) },
    kindVersion: { kind: 'entry', version: '1' },
    integratedTime: '0',
    inclusionPromise: undefined,
    canonicalizedBody: Buffer.from(entry ?? log.entryAt(index)),
    inclusionProof: {
      logIndex: String(index),
      rootHash: Buffer.from(head.root),
      treeSize: String(size),
      hashes: (hashes ?? log.inclusion(index)).map((hash) => Buffer.from(hash)),
      checkpoint: { envelope: checkpoint },
    },
  }
  try {
    verifyMerkleInclusion(proof, verifyCheckpoint(proof, [authority()]))
    return true
  } catch {
    return false
  }
}

describe('the verifier of sigstore', () => {
  test('accepts every entry of a log, also under a checkpoint with cosignatures', () => {
    for (let index = 0; index < size; index++) {
      expect(accepts({ index })).toBe(true)
      expect(accepts({ index, checkpoint: checkpointOf(head, 2) })).toBe(true)
    }
    expect(accepts({ index: 3, entry: log.entryAt(4) })).toBe(false)
  })

  test('refuses every changed bit of the text, of the signature, of each hash and of the entry', () => {
    const text = checkpointText({ origin: ORIGIN, ...head, extensions: [] })
    const signature = logSignature(text)
    const note = (changed: string, by: NoteSignature = signature) =>
      `${changed}\n${formatNote({ text, signatures: [by] }).slice(text.length + 1)}`
    const texts = withBitChanged(Buffer.from(text)).map((bytes) =>
      note(Buffer.from(bytes).toString()),
    )
    const signatures = withBitChanged(signature.signature).map((bytes) =>
      note(text, { ...signature, signature: bytes }),
    )
    const proof = log.inclusion(5)
    const hashes = proof.flatMap((hash, at) =>
      withBitChanged(hash).map((other) => proof.with(at, other)),
    )
    const entries = withBitChanged(log.entryAt(5))
    expect(accepts({ index: 5, checkpoint: note(text) })).toBe(true)
    const accepted = [
      ...[...texts, ...signatures].filter((checkpoint) => accepts({ index: 5, checkpoint })),
      ...hashes.filter((changed) => accepts({ index: 5, hashes: changed })),
      ...entries.filter((entry) => accepts({ index: 5, entry })),
    ]
    expect(accepted).toEqual([])
  })
})
