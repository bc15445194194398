import type { SignedRoot } from '#shared/contract/signed-root.ts'
import { FORMAT_VERSION } from '#shared/rules/receipt.ts'

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

interface RootRow {
  targetDate: Date
  receiptRoot: Uint8Array | null
  receiptSize: number | null
  receiptRootAt: Date | null
  receiptKey: string | null
  receiptSignature: Uint8Array | null
}

/** The signed root of a stored round; null until its tree is made. */
export function toSignedRoot(row: RootRow): SignedRoot | null {
  const { receiptRoot, receiptSize, receiptRootAt, receiptKey, receiptSignature } = row
  if (!receiptRoot || receiptSize === null || !receiptRootAt) return null
  if (receiptKey === null || !receiptSignature) return null
  return {
    version: FORMAT_VERSION,
    target: row.targetDate.toISOString(),
    size: receiptSize,
    root: toHex(receiptRoot),
    time: receiptRootAt.toISOString(),
    key: receiptKey,
    signature: toHex(receiptSignature),
  }
}
