import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Receipt, ReceiptKey } from '#shared/contract/receipts.ts'
import { verifyEd25519 } from './ed25519.ts'
import { parseVerifierKey, type VerifierKey } from './log/verifier-key.ts'
import { rootFromPath } from './merkle.ts'
import {
  commitmentOf,
  evidenceText,
  keyFingerprint,
  keyId,
  receiptText,
  rootText,
  signedBytes,
} from './receipt.ts'
import {
  type LogReceiptFile,
  type ReceiptFile,
  readReceiptFile,
  type TreeReceiptFile,
} from './receipt-format.ts'
import { checkpointKeys, includesCommitment, type Sealing, sealingOf } from './receipt-sealing.ts'
import { isRoundStart, roundOfTarget } from './schedule.ts'
import { arePointsOf } from './settled-evidence.ts'
import { WEEK_MS } from './time.ts'

/** Steps of the verification, in their order. */
export const STEPS = ['format', 'key', 'signature', 'time', 'path', 'checkpoint', 'points'] as const
export type Step = (typeof STEPS)[number]

/** `waiting`: what the step needs does not exist yet. `skipped`: an earlier step failed. */
export type StepState = 'passed' | 'failed' | 'waiting' | 'skipped'

export interface Verification {
  steps: Readonly<Record<Step, StepState>>
  /** When the round was sealed, as signed; null before, and while a step has failed. */
  sealing: Sealing | null
}

export interface VerifyOptions {
  /** The root of the checkpoint or of the round's tree from an independent source, hexadecimal. */
  root?: string | undefined
  /** Keys from an independent source, used in place of those of the file. */
  keys?: readonly ReceiptKey[] | undefined
  /** Name of the log from an independent source. */
  origin?: string | undefined
  /** Witnesses whose cosignatures are looked for. */
  witnesses?: readonly VerifierKey[] | undefined
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

const isTreeFile = (file: ReceiptFile): file is TreeReceiptFile => 'root' in file

/** Id of the key that a receipt names. */
function keyIdOf(receipt: Receipt): string {
  if (receipt.version === 1) return receipt.key
  const vkey = parseVerifierKey(receipt.vkey)
  return vkey ? keyId(vkey.publicKey) : ''
}

/**
 * Fingerprints of those of `keys` that signed a file's receipt, checkpoint or root, and evidence. Keys from
 * the file itself, the default, prove nothing about who signed, so these are to be compared with the site's.
 */
export function signingKeys(content: unknown, keys?: readonly ReceiptKey[]): string[] {
  const file = readReceiptFile(content)
  if (!file) return []
  const known = keys ?? file.keys
  const { receipt, evidence } = file
  const root = isTreeFile(file) ? file.root?.key : undefined
  const used = new Set([keyIdOf(receipt), root, evidence?.key])
  const found = known.filter(({ id }) => used.has(id))
  if (!isTreeFile(file)) found.push(...checkpointKeys(file, known))
  return [...new Set(found.map(({ publicKey }) => keyFingerprint(hexToBytes(publicKey))))]
}

/** A receipt is never newer than its key; it may be older, because receipts are issued again. */
function hasKey({ receipt }: ReceiptFile, keys: readonly ReceiptKey[], origin?: string): boolean {
  const key = findKey(keys, keyIdOf(receipt))
  const isNamed =
    receipt.version === 1 || origin === undefined || parseVerifierKey(receipt.vkey)?.name === origin
  return isNamed && key !== null && (key.validUntil === null || receipt.time < key.validUntil)
}

/** Whether the vote was accepted while its round took votes. */
function isInTime({ receipt: { target, time } }: ReceiptFile): boolean {
  const [closes, accepted] = [Date.parse(target), Date.parse(time)]
  if (!isRoundStart(closes - WEEK_MS)) return false
  const { opensAt, closesAt } = roundOfTarget(closes)
  return accepted >= opensAt && accepted < closesAt
}

function hasTreePath({ receipt, inclusion, root }: TreeReceiptFile): boolean {
  if (!inclusion || !root) return false
  const leaf = commitmentOf(receipt)
  if (bytesToHex(leaf) !== inclusion.leaf) return false
  const reached = rootFromPath(leaf, inclusion.index, root.size, inclusion.path.map(hexToBytes))
  return reached !== null && bytesToHex(reached) === root.root
}

async function hasPoints(file: ReceiptFile, keys: readonly ReceiptKey[]): Promise<boolean> {
  const { receipt, evidence, points } = file
  if (!evidence || !arePointsOf(receipt, evidence, points)) return false
  return isSigned(keys, 'evidence', evidenceText(evidence), evidence)
}

/** Whether a file has nothing yet of what proves that its round was sealed. */
const isOpen = (file: ReceiptFile) =>
  isTreeFile(file) ? !file.inclusion && !file.root : file.tlogProof === null

/** When the tree or the log with the receipt was signed; null when its signature or root is wrong. */
async function readSealing(
  file: ReceiptFile,
  keys: readonly ReceiptKey[],
  { root: expected, origin, witnesses }: VerifyOptions,
): Promise<Sealing | null> {
  if (!isTreeFile(file)) return sealingOf(file, keys, { root: expected, origin, witnesses })
  const { receipt, root } = file
  if (!root || root.target !== receipt.target) return null
  if (expected !== undefined && expected !== root.root) return null
  if (!(await isSigned(keys, 'root', rootText(root), root))) return null
  return { at: Date.parse(root.time), witnesses: [], checkpoint: null }
}

const hasPath = (file: LogReceiptFile | TreeReceiptFile) =>
  isTreeFile(file) ? hasTreePath(file) : includesCommitment(file)

/**
 * Verifies the content of a `receipt.json`: see docs/RECEIPTS.md. Stops at the first step that fails; parts
 * that are wholly absent are `waiting`.
 */
export async function verifyReceipt(
  content: unknown,
  options: VerifyOptions = {},
): Promise<Verification> {
  const file = readReceiptFile(content)
  const steps: Record<Step, StepState> = {
    format: file ? 'passed' : 'failed',
    key: 'skipped',
    signature: 'skipped',
    time: 'skipped',
    path: 'skipped',
    checkpoint: 'skipped',
    points: 'skipped',
  }
  if (!file) return { steps, sealing: null }
  const keys = options.keys ?? file.keys
  const { receipt } = file
  const signed = { key: keyIdOf(receipt), signature: receipt.signature }
  const open = isOpen(file)
  let sealing: Sealing | null = null
  const waiting: Partial<Record<Step, boolean>> = {
    path: open,
    checkpoint: open && options.root === undefined,
    points: !file.evidence && file.points === null,
  }
  const checks: Record<Exclude<Step, 'format'>, () => boolean | Promise<boolean>> = {
    key: () => hasKey(file, keys, options.origin),
    signature: () => isSigned(keys, 'receipt', receiptText(receipt), signed),
    time: () => isInTime(file),
    path: () => hasPath(file),
    checkpoint: async () => {
      sealing = await readSealing(file, keys, options)
      return sealing !== null
    },
    points: () => hasPoints(file, keys),
  }
  for (const step of STEPS) {
    if (step === 'format') continue
    if (waiting[step]) steps[step] = 'waiting'
    else steps[step] = (await checks[step]()) ? 'passed' : 'failed'
    if (steps[step] === 'failed') return { steps, sealing: null }
  }
  return { steps, sealing }
}
