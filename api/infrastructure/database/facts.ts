import { column, type Sql, statement } from './sql.ts'

/**
 * Which market the prices of this database come from: `{"kind": "real" | "replay" | "simulated"}`.
 * Written with the first prices; prices of two kinds never meet in one database.
 */
export const MARKET_FACT = 'market'

/** Where a replayed file was first laid in time: `{"fileHash", "shiftMs"}`. */
export const REPLAY_FACT = 'replay'

/**
 * The fact kept under `key`, or null when there is none. `parse` judges what was stored and throws
 * when it makes no sense.
 */
export async function readFact<T>(
  database: Sql,
  key: string,
  parse: (value: unknown) => T,
): Promise<T | null> {
  const [row] = await database.query(
    statement('SELECT value FROM fact WHERE key = $1', { value: column.json }),
    [key],
  )
  return row ? parse(row.value) : null
}

/** Keeps `value` (anything JSON can say) under `key` when nothing is kept there. */
export async function writeNewFact(database: Sql, key: string, value: unknown): Promise<void> {
  await database.query(
    statement(
      `INSERT INTO fact (key, value) VALUES ($1, $2::text::jsonb) ON CONFLICT (key) DO NOTHING`,
    ),
    [key, JSON.stringify(value)],
  )
}

/** Keeps `value` (anything JSON can say) under `key`, in place of what was there. */
export async function writeFact(database: Sql, key: string, value: unknown): Promise<void> {
  await database.query(
    statement(
      `INSERT INTO fact (key, value) VALUES ($1, $2::text::jsonb)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    ),
    [key, JSON.stringify(value)],
  )
}
