import { mkdirSync } from 'node:fs'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import type { Database } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { PrismaClient } from './generated/client.ts'
import { checkDiskSpace, GuardedPglite } from './guarded-pglite.ts'
import type { Sql } from './sql.ts'

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
  /** The data folder as a tar, gzipped by default, consistent between two statements; `openPglite` reads both. */
  dump(compression?: 'gzip' | 'none'): Promise<Blob>
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
    const options = {
      ...(source.folder !== undefined && { dataDir: source.folder }),
      ...(source.image && { loadDataDir: source.image }),
    }
    const client = new GuardedPglite(options)
    await client.waitReady
    const adapter = new PrismaPGlite(client)
    const prisma = new PrismaClient({ adapter, errorFormat: 'minimal' })
    return {
      kind: 'pglite',
      prisma,
      ...createSql(client),
      transaction: (work) => client.transaction((inner) => work(createSql(inner))),
      onLostReply() {},
      pool: () => null,
      async ping() {
        await client.query('SELECT 1')
      },
      dump: (compression = 'gzip') => client.dumpDataDir(compression),
      async close() {
        await prisma.$disconnect()
        await client.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
