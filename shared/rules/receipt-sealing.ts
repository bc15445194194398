import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { ReceiptKey } from '#shared/contract/receipts.ts'
import { parseCheckpoint } from './log/checkpoint.ts'
import { parseNote } from './log/signed-note.ts'
import { parseTlogProof } from './log/tlog-proof.ts'
import { verifyInclusion } from './log/tree-proofs.ts'
import {
  isKeyName,
  KEY_TYPES,
  parseVerifierKey,
  type VerifierKey,
  verifierKey,
} from './log/verifier-key.ts'
import { verifyCheckpoint } from './log/verify-note.ts'
import { leafHash } from './merkle.ts'
import { commitmentOf } from './receipt.ts'
import type { LogReceiptFile } from './receipt-format.ts'
import { roundOfTarget } from './schedule.ts'
import { MINUTE_MS } from './time.ts'

/** A round is sealed half a minute after its close; later than this, it is said. */
const SEALED_WITHIN_MS = 10 * MINUTE_MS

/** When a round was sealed, as signed by the site and by witnesses. Instants are epoch milliseconds. */
export interface Sealing {
  /** The site's own word. */
  at: number
  /** Witnesses that cosigned the checkpoint, the earliest first. */
  witnesses: { name: string; at: number }[]
  /** The checkpoint of the log; null for a round with a tree of its own. */
  checkpoint: { origin: string; size: number; root: string; index: number } | null
}

/** Whether `at` (epoch ms) is later than ten minutes after the close of the round with this target. */
export function isSealedLate(at: number, target: string): boolean {
  return at > roundOfTarget(Date.parse(target)).closesAt + SEALED_WITHIN_MS
}

function readProof({ tlogProof }: LogReceiptFile) {
  const proof = tlogProof === null ? null : parseTlogProof(tlogProof)
  const note = proof && parseNote(proof.checkpoint)
  const checkpoint = note && parseCheckpoint(note.text)
  return note && checkpoint ? { proof, note, checkpoint } : null
}

/** Those of `keys` whose ids are under the checkpoint of a file. */
export function checkpointKeys(file: LogReceiptFile, keys: readonly ReceiptKey[]): ReceiptKey[] {
  const read = readProof(file)
  if (!read || !isKeyName(read.checkpoint.origin)) return []
  const { origin } = read.checkpoint
  const signed = read.note.signatures.filter(({ name }) => name === origin)
  const ids = new Set(signed.map(({ keyId }) => keyId))
  return keys.filter(({ publicKey }) =>
    Object.values(KEY_TYPES).some((type) =>
      ids.has(verifierKey(origin, type, hexToBytes(publicKey)).keyId),
    ),
  )
}

/** Whether the path of a file leads from its receipt to the root of its checkpoint. */
export function includesCommitment(file: LogReceiptFile): boolean {
  const read = readProof(file)
  if (!read) return false
  const { proof, checkpoint } = read
  return verifyInclusion(
    leafHash(commitmentOf(file.receipt)),
    proof.index,
    checkpoint,
    proof.hashes,
  )
}

interface SealingOptions {
  /** The root from an independent source, hexadecimal. */
  root: string | undefined
  /** Name of the log from an independent source. */
  origin: string | undefined
  witnesses: readonly VerifierKey[] | undefined
}

/** Verifies the checkpoint of a file by `keys`; null when they have not signed it with its time. */
export async function sealingOf(
  file: LogReceiptFile,
  keys: readonly ReceiptKey[],
  { root: expected, origin: expectedOrigin, witnesses = [] }: SealingOptions,
): Promise<Sealing | null> {
  const read = readProof(file)
  if (!read) return null
  const { origin, size, root } = read.checkpoint
  const { receipt } = file
  const named = receipt.version === 2 ? parseVerifierKey(receipt.vkey)?.name : origin
  if (!isKeyName(origin) || named !== origin || origin !== (expectedOrigin ?? origin)) return null
  const rootText = bytesToHex(root)
  if (expected !== undefined && expected !== rootText) return null
  const keysOf = (type: VerifierKey['type']) =>
    keys.map(({ publicKey }) => verifierKey(origin, type, hexToBytes(publicKey)))
  const own = keysOf(KEY_TYPES.cosignature)
  const verified = await verifyCheckpoint(read.proof.checkpoint, {
    origin,
    logKeys: keysOf(KEY_TYPES.note),
    witnesses: [...own, ...witnesses],
  })
  if (!verified) return null
  const signatures = verified.cosignatures.map(({ key, timestamp }) => ({
    key,
    at: (timestamp ?? 0) * 1000,
  }))
  const stamped = signatures.find(({ key }) => own.includes(key))
  if (!stamped) return null
  const others = signatures.filter(({ key }) => !own.includes(key))
  return {
    at: stamped.at,
    witnesses: others.map(({ key, at }) => ({ name: key.name, at })).sort((a, b) => a.at - b.at),
    checkpoint: { origin, size, root: rootText, index: read.proof.index },
  }
}
