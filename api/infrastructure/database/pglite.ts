import { mkdirSync } from 'node:fs'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import type { Database } from './database.ts'
import { needRoom } from './disk-room.ts'
import { lockFolder } from './folder-lock.ts'
import { PrismaClient } from './generated/client.ts'
import { GuardedPglite } from './guarded-pglite.ts'
import type { Sql } from './sql.ts'
import { createWatchedStatements, watchedAdapter, watchedSql } from './statement-watch.ts'

function sqlOn(client: PGlite | Transaction): Sql {
  return {
    async query(statement, values = []) {
      const result = await client.query(statement.text, [...values])
      return statement.readRows(result.rows)
    },
    async script(text) {
      await client.exec(text)
    },
  }
}

/** The embedded database can be written out whole, as the image that `openPglite` reads. */
export interface PgliteDatabase extends Database {
  /** The whole data folder as a gzipped tar, taken between two statements. */
  dump(): Promise<Blob>
}

/**
 * Opens the embedded database in `folder`, or in memory without one, or on an image made by
 * `dump`. Throws FolderInUse when another process has it open, DiskFull when its disk has no room.
 */
export async function openPglite(source: {
  folder?: string
  image?: Blob
}): Promise<PgliteDatabase> {
  if (source.folder !== undefined) {
    mkdirSync(source.folder, { recursive: true, mode: 0o700 })
    // Before the lock: on a full disk not even that can be written.
    needRoom(source.folder)
  }
  const unlock = source.folder === undefined ? () => {} : lockFolder(source.folder)
  try {
    const client = new GuardedPglite({
      ...(source.folder !== undefined && { dataDir: source.folder }),
      ...(source.image && { loadDataDir: source.image }),
    })
    await client.waitReady
    return wrap(client, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

function wrap(client: PGlite, unlock: () => void): PgliteDatabase {
  const { run, watchStatements } = createWatchedStatements()
  const adapter = watchedAdapter(new PrismaPGlite(client), run)
  const prisma = new PrismaClient({ adapter, errorFormat: 'minimal' })
  return {
    kind: 'pglite',
    prisma,
    ...watchedSql(sqlOn(client), run),
    transaction: (work) =>
      run('TRANSACTION', () =>
        client.transaction((transaction) => work(watchedSql(sqlOn(transaction), run))),
      ),
    watchStatements,
    pool: () => null,
    async ping() {
      await client.query('SELECT 1')
    },
    dump: () => client.dumpDataDir('gzip'),
    async close() {
      await prisma.$disconnect()
      await client.close()
      unlock()
    },
  }
}
