import type { Receipt, ReceiptKey, VoteProof } from '#shared/contract/receipts.ts'
import { type ReceiptFile, readReceipt } from '#shared/rules/receipt-format.ts'

/**
 * The content of `receipt.json`: the newest receipt kept here if there is one, because the server's could
 * have been changed since, with the server's proof. Null without any receipt.
 */
export function receiptFile(
  { receipt: served, inclusion, root, evidence, points }: VoteProof,
  stored: readonly unknown[],
  keys: readonly ReceiptKey[],
): { file: ReceiptFile; isStored: boolean } | null {
  const kept = stored.map(readReceipt).filter((each): each is Receipt => each !== null)
  const newest = kept.at(-1)
  const isOutdated = newest !== undefined && served !== undefined && newest.time < served.time
  const receipt = isOutdated ? served : (newest ?? served)
  if (!receipt) return null
  const file = { receipt, inclusion, root, evidence, points, keys }
  return { file, isStored: receipt === newest }
}
