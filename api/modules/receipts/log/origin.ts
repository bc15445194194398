import { insertMetadata, readMetadata } from '#api/infrastructure/database/app-metadata.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { createLogStore } from './log-store.ts'

/** Metadata key of the name of the log. */
const KEY = 'log_origin'

function parse(value: unknown): string {
  if (typeof value !== 'string') throw new Error('The database has no valid name of the log.')
  return value
}

const readStored = (database: Database) => readMetadata(database, KEY, parse)

/**
 * Name of the log: that of its newest checkpoint, else the stored one, else `<host>/calls` of the public
 * address, which is then stored, because receipts before the first checkpoint carry it already.
 */
export async function readLogOrigin(database: Database, publicUrl: string): Promise<string> {
  const newest = await createLogStore(database).newest()
  const known = newest?.note.split('\n')[0] ?? (await readStored(database))
  if (known !== null) return known
  const own = `${new URL(publicUrl).host}/calls`
  await insertMetadata(database, KEY, own)
  // Another instance may have stored its own meanwhile.
  return (await readStored(database)) ?? own
}
