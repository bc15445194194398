import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readMetadata, upsertMetadata } from '#api/infrastructure/database/app-metadata.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { AdminOverview } from '#shared/contract/overview.ts'
import { PAIRS_MAX, type TwinSearch } from './twin-search.ts'

/** Settled rounds whose calls are compared: a quarter of a year. */
const ROUNDS = 26

const KEY = 'twins'
/** The search that found the pairs of the table. `settledAt` is the newest settlement at that time. */
const Search = Type.Object({
  settledAt: column.text,
  computedAt: column.text,
  rounds: column.int,
  accounts: column.int,
  total: column.int,
})

const NEWEST_SETTLEMENT = statement(
  'SELECT settled_at FROM round WHERE settled_at IS NOT NULL ORDER BY settled_at DESC LIMIT 1',
  { settled_at: column.instant },
)
const SETTLED = statement(
  `SELECT r.id, (SELECT min(id) FROM vote WHERE round_id = r.id) AS first_vote,
    (SELECT max(id) FROM vote WHERE round_id = r.id) AS last_vote
  FROM round r WHERE r.settled_at IS NOT NULL ORDER BY r.target_date DESC LIMIT ${ROUNDS}`,
  {
    id: column.int,
    first_vote: column.nullable(column.int),
    last_vote: column.nullable(column.int),
  },
)
/**
 * The calls of a batch in one value, so that the serving thread reads no row of them; see call-groups.ts. Those of
 * erased people belong to nobody.
 */
const CALLS = statement(
  `SELECT string_agg(int4send(v.user_id)
      || int4send(CASE v.choice WHEN 'up' THEN 0 WHEN 'steady' THEN 1 ELSE 2 END)
      || float8send((extract(epoch FROM v.created) * 1000)::float8), ''::bytea) AS calls
  FROM vote v WHERE v.round_id = $1 AND v.id >= $2 AND v.id < $3 AND v.choice <> 'unknown'
    AND NOT EXISTS (SELECT FROM user_account u WHERE u.id = v.user_id AND u.erased_at IS NOT NULL)`,
  { calls: column.nullable(column.bytes) },
)

const CLEAR = statement('DELETE FROM twin')
/** Without accounts that were erased since. */
const INSERT = statement(
  `INSERT INTO twin (first_id, second_id, position, rounds, same, gap_ms, others)
  SELECT x.first, x.second, x.position, x.rounds, x.same, x."gapMs", x.others
  FROM jsonb_to_recordset($1::text::jsonb) AS x (first int, second int, position int, rounds int,
      same int, "gapMs" int, others float8)
    JOIN user_account a ON a.id = x.first AND a.erased_at IS NULL
    JOIN user_account b ON b.id = x.second AND b.erased_at IS NULL`,
)
const LIST = statement(
  `SELECT a.unique_code AS first_code, a.nickname AS first_name, a.banned_at IS NOT NULL AS first_banned,
    b.unique_code AS second_code, b.nickname AS second_name, b.banned_at IS NOT NULL AS second_banned,
    t.rounds, t.same, t.gap_ms, t.others
  FROM twin t JOIN user_account a ON a.id = t.first_id AND a.erased_at IS NULL
    JOIN user_account b ON b.id = t.second_id AND b.erased_at IS NULL
  ORDER BY t.position`,
  {
    first_code: column.text,
    first_name: column.text,
    first_banned: column.boolean,
    second_code: column.text,
    second_name: column.text,
    second_banned: column.boolean,
    rounds: column.int,
    same: column.int,
    gap_ms: column.int,
    others: column.float,
  },
)

const NONE = { computedAt: null, rounds: 0, accounts: 0, total: 0 }

/** A settled round with its first vote and the one after its last. */
export interface SettledRound {
  id: number
  from: number
  to: number
}

export type TwinStore = ReturnType<typeof createTwinStore>

/** Calls to compare, and the pairs that were found, in the database. */
export function createTwinStore(database: Database) {
  const search = () => readMetadata(database, KEY, (value) => Value.Decode(Search, value))

  return {
    /** The newest settlement if no search has read its round yet, else null. */
    async due(): Promise<string | null> {
      const [[newest], last] = await Promise.all([database.query(NEWEST_SETTLEMENT), search()])
      const settledAt = newest?.settled_at.toISOString() ?? null
      return settledAt === last?.settledAt ? null : settledAt
    },

    async rounds(): Promise<SettledRound[]> {
      const rows = await database.query(SETTLED)
      return rows.map(({ id, first_vote, last_vote }) => ({
        id,
        from: first_vote ?? 0,
        to: (last_vote ?? -1) + 1,
      }))
    },

    /** Packed calls of a round with ids of votes in `[from, to)`; null for none. */
    async calls(roundId: number, from: number, to: number): Promise<Uint8Array | null> {
      const [row] = await database.query(CALLS, [roundId, from, to])
      return row?.calls ?? null
    },

    /** Replaces all pairs by those of a search. */
    async save(found: TwinSearch, stored: Omit<Static<typeof Search>, 'accounts' | 'total'>) {
      const pairs = found.pairs.map((pair, index) => ({ ...pair, position: index + 1 }))
      const { accounts, total } = found
      await database.transaction(async (sql) => {
        await sql.query(CLEAR)
        await sql.query(INSERT, [JSON.stringify(pairs)])
        await upsertMetadata(sql, KEY, { ...stored, accounts, total })
      })
    },

    /** The pairs with the search that found them. */
    async list(): Promise<AdminOverview['twins']> {
      const [rows, last] = await Promise.all([database.query(LIST), search()])
      const { computedAt, rounds, accounts, total: found } = last ?? NONE
      // Pairs of accounts that were erased since are not there any more; up to this number all are.
      const total = found <= PAIRS_MAX ? rows.length : found
      const pairs = rows.map((row) => ({
        accounts: [
          { uniqueCode: row.first_code, nickname: row.first_name, isBanned: row.first_banned },
          { uniqueCode: row.second_code, nickname: row.second_name, isBanned: row.second_banned },
        ],
        rounds: row.rounds,
        same: row.same,
        gapSeconds: Math.round(row.gap_ms / 1000),
        others: row.others,
      }))
      return { computedAt, rounds, accounts, total, pairs }
    },
  }
}
