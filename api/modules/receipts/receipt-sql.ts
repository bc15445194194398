import { column, isoSql as iso, type StaticColumns } from '#api/infrastructure/database/sql.ts'
import { Direction } from '#shared/contract/common.ts'

/** SQL of the columns of a receipt, of `vote v`, its `round r` and its author `user_account u`. */
export const RECEIPT_SQL = `v.id, r.target_date, u.unique_code, v.choice, v.offer_hit, v.offer_miss,
  v.offer_version::int, v.entry_price, v.carried, v.receipt_version::int, coalesce(v.accepted, v.created) AS accepted,
  encode(v.salt, 'hex') AS salt`

export const RECEIPT_COLUMNS = {
  id: column.int,
  target_date: column.instant,
  unique_code: column.text,
  choice: Direction,
  offer_hit: column.int,
  offer_miss: column.int,
  offer_version: column.int,
  entry_price: column.nullable(column.text),
  carried: column.int,
  receipt_version: column.int,
  accepted: column.instant,
  salt: column.nullable(column.text),
}
export type ReceiptRow = StaticColumns<typeof RECEIPT_COLUMNS>

/** SQL of the canonical text of a receipt, in the database so that a million cost the serving thread nothing. */
export const RECEIPT_TEXT_SQL = `concat(
  '{"version":', v.receipt_version, ',"voteId":', v.id, ',"target":"', ${iso('r.target_date')},
  '","author":"', u.unique_code, '","direction":"', v.choice, '","hit":', v.offer_hit,
  ',"miss":', v.offer_miss, ',"offerVersion":', v.offer_version,
  CASE WHEN v.receipt_version > 1
    THEN concat(',"entryPrice":', coalesce('"' || v.entry_price || '"', 'null')) END,
  ',"carried":', v.carried, ',"time":"', ${iso('coalesce(v.accepted, v.created)')},
  '","salt":"', encode(v.salt, 'hex'), '"}')`

/** SQL of the commitment of a vote: `commitmentOf` of `shared/rules/receipt.ts`, which a test compares with it. */
export const COMMITMENT_SQL = `sha256('\\x00'::bytea || convert_to(${RECEIPT_TEXT_SQL}, 'UTF8'))`
