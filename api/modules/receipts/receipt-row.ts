import { randomBytes } from 'node:crypto'
import { FORMAT_VERSION, type ReceiptPayload } from '#shared/rules/receipt.ts'
import type { ReceiptRow } from './receipt-sql.ts'

/** A new salt, hexadecimal: it hides the content of a leaf. */
export const newSalt = (): string => randomBytes(16).toString('hex')

/** The receipt of a vote; null without a salt. */
export function toReceipt(row: ReceiptRow): ReceiptPayload | null {
  if (row.salt === null) return null
  return {
    version: FORMAT_VERSION,
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
}

/** SQLSTATE of the trigger that refuses votes of a sealed round. */
const SEALED = 'TM001'

/** Whether a vote was refused because the tree of its round is made. */
export function isRoundSealed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === SEALED
}
