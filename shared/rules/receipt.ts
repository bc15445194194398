import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { FirstReceipt, LogReceipt, SignedEvidence } from '#shared/contract/receipts.ts'
import type { SignedRoot } from '#shared/contract/signed-root.ts'
import { type Hash, leafHash } from './merkle.ts'

/** Version of roots and evidence; docs/RECEIPTS.md defines the exact bytes of signed statements. */
export const FORMAT_VERSION = 1
/** Version of new receipts, stored with each vote. */
export const RECEIPT_VERSION = 2

type Unsigned<Statement> = Omit<Statement, 'key' | 'vkey' | 'signature'>
export type ReceiptPayload = Unsigned<LogReceipt> | Unsigned<FirstReceipt>
export type RootPayload = Unsigned<SignedRoot>
export type EvidencePayload = Unsigned<SignedEvidence>

/** Canonical JSON of a receipt: fixed order of fields, no white space. */
export function receiptText(receipt: ReceiptPayload): string {
  const { version, voteId, target, author, direction, hit, miss, offerVersion } = receipt
  const first = { version, voteId, target, author, direction, hit, miss, offerVersion }
  const price = receipt.version === 2 && { entryPrice: receipt.entryPrice }
  const { carried, time, salt } = receipt
  return JSON.stringify({ ...first, ...price, carried, time, salt })
}

/** Canonical JSON of a signed root. */
export function rootText({ version, target, size, root, time }: RootPayload): string {
  return JSON.stringify({ version, target, size, root, time })
}

function evidenceOf(evidence: EvidencePayload['reference']): EvidencePayload['reference'] {
  if (evidence === null) return null
  const { price, exchange, candleTime, readAt } = evidence
  return { price, exchange, candleTime, readAt }
}

/** Canonical JSON of the evidence of a settled round. */
export function evidenceText(evidence: EvidencePayload): string {
  const { version, target, outcome, reference, settlement } = evidence
  const prices = { reference: evidenceOf(reference), settlement: evidenceOf(settlement) }
  return JSON.stringify({ version, target, outcome, ...prices })
}

/** Commitment of a receipt: an entry of the log, and a leaf of the trees of rounds from before it. */
export function commitmentOf(receipt: ReceiptPayload): Hash {
  return leafHash(utf8ToBytes(receiptText(receipt)))
}

/** Bytes that are signed: the kind of the statement, so that none passes for another, and its text. */
export function signedBytes(kind: 'receipt' | 'root' | 'evidence', text: string): Uint8Array {
  return utf8ToBytes(`tidemark ${kind}\n${text}`)
}

/** The whole SHA-256 of a public key, hexadecimal: what people compare, since an id of 8 bytes could be forged. */
export function keyFingerprint(publicKey: Uint8Array): string {
  return bytesToHex(sha256(publicKey))
}

/** Id of a public key: the first 8 bytes of its SHA-256, hexadecimal. */
export function keyId(publicKey: Uint8Array): string {
  return bytesToHex(sha256(publicKey).subarray(0, 8))
}
