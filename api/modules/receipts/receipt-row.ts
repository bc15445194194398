import { randomBytes } from 'node:crypto'
import type { ReceiptPayload } from '#shared/rules/receipt.ts'
import type { ReceiptRow } from './receipt-sql.ts'

/** A new salt, hexadecimal: it hides the content of a commitment. */
export const newSalt = (): string => randomBytes(16).toString('hex')

/** The receipt of a vote; null without a salt. @throws Error for an unknown version */
export function toReceipt(row: ReceiptRow): ReceiptPayload | null {
  if (row.salt === null) return null
  const vote = {
    voteId: row.id,
    target: row.target_date.toISOString(),
    author: row.unique_code,
    direction: row.choice,
    hit: row.offer_hit,
    miss: row.offer_miss,
    offerVersion: row.offer_version,
    carried: row.carried,
    time: row.accepted.toISOString(),
    salt: row.salt,
  }
  if (row.receipt_version === 1) return { ...vote, version: 1 }
  if (row.receipt_version === 2) return { ...vote, version: 2, entryPrice: row.entry_price }
  throw new Error(`vote ${row.id} has a receipt of the unknown version ${row.receipt_version}`)
}

/** SQLSTATE of the trigger that refuses votes of a sealed round. */
const SEALED = 'TM001'

/** Whether a vote was refused because the commitments of its round are being hashed. */
export function isRoundSealed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === SEALED
}
