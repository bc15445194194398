import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { ReceiptKey, SignedEvidence } from '#shared/contract/receipts.ts'
import { outcome } from './band.ts'
import { verifyEd25519 } from './ed25519.ts'
import { rootFromPath } from './merkle.ts'
import { settledPoints } from './offer-value.ts'
import {
  evidenceText,
  keyFingerprint,
  keyId,
  receiptLeaf,
  receiptText,
  rootText,
  signedBytes,
} from './receipt.ts'
import { type ReceiptFile, readReceiptFile } from './receipt-format.ts'
import { DAY_MS, WEEK_MS } from './time.ts'

/** Steps of the verification, in their order. */
export const STEPS = ['format', 'key', 'signature', 'path', 'root', 'points'] as const
export type Step = (typeof STEPS)[number]

/** `waiting`: what the step needs does not exist yet. `skipped`: an earlier step failed. */
export type StepState = 'passed' | 'failed' | 'waiting' | 'skipped'
export type Verification = Readonly<Record<Step, StepState>>

export interface VerifyOptions {
  /** A root from an independent source, hexadecimal. */
  root?: string | undefined
  /** Keys from an independent source, used in place of those of the file. */
  keys?: readonly ReceiptKey[] | undefined
}

interface Signed {
  key: string
  signature: string
}

type Kind = Parameters<typeof signedBytes>[0]

/** The key of that id; null without one, and when an id does not belong to its key. */
function findKey(keys: readonly ReceiptKey[], id: string): ReceiptKey | null {
  const found = keys.find((key) => key.id === id)
  return found && keyId(hexToBytes(found.publicKey)) === id ? found : null
}

function isSigned(keys: readonly ReceiptKey[], kind: Kind, text: string, signed: Signed) {
  const key = findKey(keys, signed.key)
  if (!key) return Promise.resolve(false)
  const bytes = signedBytes(kind, text)
  return verifyEd25519(hexToBytes(key.publicKey), hexToBytes(signed.signature), bytes)
}

/**
 * Fingerprints of the keys that signed a file's receipt, root and evidence. Keys from the file itself
 * prove nothing about who signed, so these are to be compared with the site's.
 */
export function signingKeys(content: unknown): string[] {
  const file = readReceiptFile(content)
  if (!file) return []
  const { receipt, root, evidence, keys } = file
  const used = new Set([receipt.key, root?.key, evidence?.key])
  const found = keys.filter(({ id }) => used.has(id))
  return [...new Set(found.map(({ publicKey }) => keyFingerprint(hexToBytes(publicKey))))]
}

/** A receipt is never newer than its key; it may be older, because receipts are issued again. */
function hasKey({ receipt }: ReceiptFile, keys: readonly ReceiptKey[]): boolean {
  const key = findKey(keys, receipt.key)
  return key !== null && (key.validUntil === null || receipt.time < key.validUntil)
}

function hasPath({ receipt, inclusion, root }: ReceiptFile): boolean {
  if (!inclusion || !root) return false
  const leaf = receiptLeaf(receipt)
  if (bytesToHex(leaf) !== inclusion.leaf) return false
  const reached = rootFromPath(leaf, inclusion.index, root.size, inclusion.path.map(hexToBytes))
  return reached !== null && bytesToHex(reached) === root.root
}

async function hasRoot(
  { receipt, root }: ReceiptFile,
  keys: readonly ReceiptKey[],
  expected: string | undefined,
): Promise<boolean> {
  if (!root || root.target !== receipt.target) return false
  if (expected !== undefined && expected !== root.root) return false
  return isSigned(keys, 'root', rootText(root), root)
}

/** Whether a price is of the first hourly candle within a day from its instant (epoch milliseconds). */
function isPriceOf(price: NonNullable<SignedEvidence['reference']>, instant: number): boolean {
  const candle = Date.parse(price.candleTime)
  return candle >= instant && candle < instant + DAY_MS
}

/** Whether the outcome follows from the prices. A round without one of them is void. */
function isOutcome({ target, outcome: claimed, reference, settlement }: SignedEvidence): boolean {
  if (!reference || !settlement) return claimed === 'void'
  const settles = Date.parse(target)
  return (
    isPriceOf(reference, settles - WEEK_MS) &&
    isPriceOf(settlement, settles) &&
    claimed === outcome(settlement.price, reference.price)
  )
}

async function hasPoints(file: ReceiptFile, keys: readonly ReceiptKey[]): Promise<boolean> {
  const { receipt, evidence, points } = file
  if (!evidence || points === null || evidence.target !== receipt.target) return false
  if (!isOutcome(evidence)) return false
  const { direction: choice, hit, miss, carried } = receipt
  const due = settledPoints({ choice, offer: { hit, miss }, carried }, evidence.outcome)
  return points === due && isSigned(keys, 'evidence', evidenceText(evidence), evidence)
}

const isAbsent = ({ inclusion, root, evidence, points }: ReceiptFile): Partial<Verification> => ({
  ...(!inclusion && !root && { path: 'waiting', root: 'waiting' }),
  ...(!evidence && points === null && { points: 'waiting' }),
})

/**
 * Verifies the content of a `receipt.json`: see docs/RECEIPTS.md. Stops at the first step that fails; parts
 * that are wholly absent are `waiting`.
 */
export async function verifyReceipt(
  content: unknown,
  { root, keys: ownKeys }: VerifyOptions = {},
): Promise<Verification> {
  const file = readReceiptFile(content)
  const states: Record<Step, StepState> = {
    format: file ? 'passed' : 'failed',
    key: 'skipped',
    signature: 'skipped',
    path: 'skipped',
    root: 'skipped',
    points: 'skipped',
  }
  if (!file) return states
  const keys = ownKeys ?? file.keys
  const { receipt } = file
  const checks: Record<Exclude<Step, 'format'>, () => boolean | Promise<boolean>> = {
    key: () => hasKey(file, keys),
    signature: () => isSigned(keys, 'receipt', receiptText(receipt), receipt),
    path: () => hasPath(file),
    root: () => hasRoot(file, keys, root),
    points: () => hasPoints(file, keys),
  }
  const absent = isAbsent(file)
  for (const step of STEPS) {
    if (step === 'format') continue
    const isWaiting = absent[step] === 'waiting' && !(step === 'root' && root !== undefined)
    states[step] = isWaiting ? 'waiting' : (await checks[step]()) ? 'passed' : 'failed'
    if (states[step] === 'failed') return states
  }
  return states
}
