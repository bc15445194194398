import type { Database } from '#api/infrastructure/database/database.ts'
import { createLogStore } from './log-store.ts'

/**
 * Name of the log: that of its newest checkpoint, so that it outlives a change of the address, else
 * `<host>/calls` of the public address.
 */
export async function readLogOrigin(database: Database, publicUrl: string): Promise<string> {
  const newest = await createLogStore(database).newest()
  return newest?.note.split('\n')[0] ?? `${new URL(publicUrl).host}/calls`
}
