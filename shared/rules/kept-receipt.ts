import type { Receipt } from '#shared/contract/receipts.ts'
import { receiptText } from './receipt.ts'
import { readReceipt } from './receipt-format.ts'

/** A receipt to verify, and how the one that is kept here compares with the one that the site serves. */
export interface FoundReceipt {
  receipt: Receipt
  /**
   * `kept`: kept here, and not served otherwise. `served`: none is kept here. `differs`: the site serves
   * `other`, although no change was made or accepted on this device.
   */
  source: 'kept' | 'served' | 'differs'
  other: Receipt | null
}

/** The newest receipt that is kept here, before the one that the site serves, which may have been changed. */
export function findReceipt(
  served: Receipt | undefined,
  stored: readonly unknown[],
): FoundReceipt | null {
  const kept = stored.map(readReceipt).filter((each): each is Receipt => each !== null)
  const newest = kept.at(-1)
  if (!newest) return served ? { receipt: served, source: 'served', other: null } : null
  // The site may sign the same statement again with another key.
  if (!served || receiptText(served) === receiptText(newest)) {
    return { receipt: newest, source: 'kept', other: null }
  }
  return { receipt: newest, source: 'differs', other: served }
}
