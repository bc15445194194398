import { mkdirSync } from 'node:fs'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import type { Database } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { PrismaClient } from './generated/client.ts'
import { checkDiskSpace, GuardedPglite } from './guarded-pglite.ts'
import type { Sql } from './sql.ts'
import { createInterception, interceptedAdapter, interceptedSql } from './statement-interceptor.ts'

function createSql(client: PGlite | Transaction): Sql {
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

export interface PgliteDatabase extends Database {
  /** The data folder as a gzipped tar, consistent between two statements; `openPglite` reads it. */
  dump(): Promise<Blob>
}

/**
 * Opens the embedded database in `folder`, or in memory without one; `image` is a dump to start from.
 * @throws FolderInUse, DiskFull
 */
export async function openPglite(source: {
  folder?: string
  image?: Blob
}): Promise<PgliteDatabase> {
  if (source.folder !== undefined) {
    mkdirSync(source.folder, { recursive: true, mode: 0o700 })
    // First, because on a full disk even the lock file cannot be written.
    checkDiskSpace(source.folder)
  }
  const unlock = source.folder === undefined ? () => {} : lockFolder(source.folder)
  try {
    const client = new GuardedPglite({
      ...(source.folder !== undefined && { dataDir: source.folder }),
      ...(source.image && { loadDataDir: source.image }),
    })
    await client.waitReady
    return createDatabase(client, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

function createDatabase(client: PGlite, unlock: () => void): PgliteDatabase {
  const { run, interceptStatements } = createInterception()
  const adapter = interceptedAdapter(new PrismaPGlite(client), run)
  const prisma = new PrismaClient({ adapter, errorFormat: 'minimal' })
  return {
    kind: 'pglite',
    prisma,
    ...interceptedSql(createSql(client), run),
    transaction: (work) =>
      run('TRANSACTION', () =>
        client.transaction((transaction) => work(interceptedSql(createSql(transaction), run))),
      ),
    interceptStatements,
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
