import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { lockAuthor } from '#api/modules/account/author-sql.ts'
import { toReceipt } from '#api/modules/receipts/receipt-row.ts'
import { RECEIPT_COLUMNS, RECEIPT_SQL } from '#api/modules/receipts/receipt-sql.ts'
import { updateDocument } from '#api/modules/search/document-sql.ts'
import { Direction } from '#shared/contract/common.ts'
import type { PricedVote } from '#shared/rules/offer-value.ts'
import { RECEIPT_VERSION, type ReceiptPayload } from '#shared/rules/receipt.ts'
import { dayStart } from '#shared/rules/time.ts'

/** The share lock on the round makes a concurrent settlement wait, or shows that it has begun. */
const LOCK_VOTE = statement(
  `SELECT v.created, coalesce(v.modified, v.created) AS changed, v.content, v.choice, v.offer_hit,
    v.offer_miss, v.offer_version::int, v.entry_price, v.carried,
    r.pending_outcome IS NOT NULL OR r.settled_at IS NOT NULL OR r.sealed_at IS NOT NULL
      AS is_settling,
    EXISTS (SELECT FROM direction_lock l
      WHERE l.round_id = v.round_id AND l.user_id = v.user_id) AS is_locked
  FROM vote v JOIN round r ON r.id = v.round_id WHERE v.id = $1
  FOR NO KEY UPDATE OF v FOR SHARE OF r`,
  {
    created: column.instant,
    changed: column.instant,
    content: column.text,
    choice: Direction,
    offer_hit: column.int,
    offer_miss: column.int,
    offer_version: column.int,
    entry_price: column.nullable(column.text),
    carried: column.int,
    is_settling: column.boolean,
    is_locked: column.boolean,
  },
)

const UPDATE = statement(
  `UPDATE vote v SET title = $2, content = $3, has_content = $4, modified = $5,
    choice = $6::direction, offer_hit = $7, offer_miss = $8, offer_version = $9, carried = $10,
    entry_price = $11,
    salt = CASE WHEN $12 THEN decode($13, 'hex') ELSE v.salt END,
    accepted = CASE WHEN $12 THEN $5 ELSE v.accepted END,
    receipt_version = CASE WHEN $12 THEN ${RECEIPT_VERSION} ELSE v.receipt_version END
  FROM round r, user_account u WHERE v.id = $1 AND r.id = v.round_id AND u.id = v.user_id
  RETURNING ${RECEIPT_SQL}, v.accepted IS NOT NULL AS is_redirected`,
  { ...RECEIPT_COLUMNS, is_redirected: column.boolean },
)

/** An edit window spans at most one midnight, so that a vote has at most one such row. */
const KEEP_AT_MIDNIGHT =
  statement(`INSERT INTO vote_at_midnight (vote_id, midnight, choice, offer_hit,
    offer_miss, offer_version, carried)
  SELECT id, $2, choice, offer_hit, offer_miss, offer_version, carried FROM vote WHERE id = $1
  ON CONFLICT DO NOTHING`)

export interface VoteText {
  title: string
  content: string
}

/** `salt` is for the receipt of another direction, hexadecimal. */
export type VoteEdit = VoteText & { id: number; userId: number; now: number; salt: string }

/** A vote's direction with its offer and the price that priced it; null when unpriced. */
export interface EnteredVote extends PricedVote {
  entryPrice: string | null
}

/** A vote after an edit. */
export interface EditedVote extends EnteredVote {
  /** Of its latest change of direction, by this edit or an earlier one; null without a change. */
  receipt: ReceiptPayload | null
}

/** A vote whose row is locked until the end of the transaction. */
export interface LockedVote extends EnteredVote {
  content: string
  /** Time of its last edit, else of its creation, epoch milliseconds. */
  changed: number
  /** Whether the round is sealed, or its outcome decided. */
  isSettling: boolean
  /** Whether its author has read another note of its round. */
  isLocked: boolean
}

/** Edits of votes in the database. */
export function createDirectionStore(database: Database) {
  return {
    /**
     * Locks a vote, asks `price` for its direction and offer, and stores text and answer in one transaction;
     * stores nothing when `price` throws. @returns the answer. @throws ApiError BANNED for a note of a banned author
     */
    edit: (
      { id, userId, title, content, now, salt }: VoteEdit,
      price: (vote: LockedVote) => EnteredVote,
    ) =>
      database.transaction(async (sql): Promise<EditedVote> => {
        if (content !== '') await lockAuthor(sql, userId)
        const [row] = await sql.query(LOCK_VOTE, [id])
        if (!row) throw new Error(`vote ${id} does not exist`)
        const entered = price({
          choice: row.choice,
          offer: { hit: row.offer_hit, miss: row.offer_miss },
          offerVersion: row.offer_version,
          entryPrice: row.entry_price,
          carried: row.carried,
          content: row.content,
          changed: row.changed.getTime(),
          isSettling: row.is_settling,
          isLocked: row.is_locked,
        })
        const text = [title, content, content !== '', new Date(now)]
        const { choice, offer, offerVersion, carried, entryPrice } = entered
        const direction = [choice, offer.hit, offer.miss, offerVersion, carried, entryPrice]
        const isRedirected = choice !== row.choice
        const midnight = dayStart(now)
        if (isRedirected && row.created.getTime() <= midnight) {
          await sql.query(KEEP_AT_MIDNIGHT, [id, new Date(midnight)])
        }
        const [edited] = await sql.query(UPDATE, [id, ...text, ...direction, isRedirected, salt])
        await updateDocument(sql, 'note', id)
        return { ...entered, receipt: edited?.is_redirected ? toReceipt(edited) : null }
      }),
  }
}
