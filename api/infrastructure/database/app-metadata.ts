import { column, type Sql, statement } from './sql.ts'

const READ = statement('SELECT value FROM app_metadata WHERE key = $1', { value: column.json })
const INSERT = statement(
  'INSERT INTO app_metadata (key, value) VALUES ($1, $2::text::jsonb) ON CONFLICT (key) DO NOTHING',
)
const UPSERT = statement(
  `INSERT INTO app_metadata (key, value) VALUES ($1, $2::text::jsonb)
   ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
)

/** The value under `key`, validated by `parse` (which may throw); null when there is none. */
export async function readMetadata<T>(
  database: Sql,
  key: string,
  parse: (value: unknown) => T,
): Promise<T | null> {
  const [row] = await database.query(READ, [key])
  return row ? parse(row.value) : null
}

/** Stores a JSON value under `key` unless there is one. */
export async function insertMetadata(database: Sql, key: string, value: unknown): Promise<void> {
  await database.query(INSERT, [key, JSON.stringify(value)])
}

/** Stores a JSON value under `key`, replacing any. */
export async function upsertMetadata(database: Sql, key: string, value: unknown): Promise<void> {
  await database.query(UPSERT, [key, JSON.stringify(value)])
}
