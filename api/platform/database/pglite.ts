import { mkdirSync } from 'node:fs'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import type { Database } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { PrismaClient } from './generated/client.ts'
import type { Sql, SqlValue } from './sql.ts'

function sqlOn(client: PGlite | Transaction): Sql {
  return {
    async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
      const result = await client.query<Row>(text, [...values])
      return result.rows
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
 * `dump`. Throws FolderInUse when another process has it open.
 */
export async function openPglite(source: {
  folder?: string
  image?: Blob
}): Promise<PgliteDatabase> {
  const unlock = source.folder === undefined ? () => {} : lockFolder(source.folder)
  try {
    if (source.folder !== undefined) mkdirSync(source.folder, { recursive: true, mode: 0o700 })
    const client = await PGlite.create({
      ...(source.folder !== undefined && { dataDir: source.folder }),
      ...(source.image && { loadDataDir: source.image }),
    })
    return wrap(client, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

function wrap(client: PGlite, unlock: () => void): PgliteDatabase {
  const prisma = new PrismaClient({ adapter: new PrismaPGlite(client), errorFormat: 'minimal' })
  return {
    kind: 'pglite',
    prisma,
    ...sqlOn(client),
    transaction: (work) => client.transaction((transaction) => work(sqlOn(transaction))),
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
