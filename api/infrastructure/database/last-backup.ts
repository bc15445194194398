import { readMetadata, upsertMetadata } from './app-metadata.ts'
import type { Sql } from './sql.ts'

const KEY = 'last_backup'

/** When the last backup of the database was made (epoch ms); null when none was recorded. */
export const readLastBackup = (database: Sql): Promise<number | null> =>
  readMetadata(database, KEY, (value) => {
    const at = Date.parse(String(value))
    if (Number.isNaN(at)) throw new Error(`the last backup has no instant: ${value}`)
    return at
  })

/** Records a backup made at `now` (epoch ms). */
export const saveLastBackup = (database: Sql, now: number): Promise<void> =>
  upsertMetadata(database, KEY, new Date(now).toISOString())
