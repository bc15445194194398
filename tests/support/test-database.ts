import { randomUUID } from 'node:crypto'
import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'

/** The PostgreSQL server to test on; unset = PGlite in memory. */
export const testServerUrl = process.env.TEST_DATABASE_URL || null

/** Image of a migrated embedded database: cloning costs a tenth of creating one. */
let image: Promise<Blob> | null = null

/** Image of an empty embedded database: initdb takes seconds. */
let bareImage: Promise<Blob> | null = null

async function makeBareImage(): Promise<Blob> {
  const database = await openPglite({})
  const made = await database.dump()
  await database.close()
  return made
}

/** Creates an empty embedded database in memory. */
export async function openBareDatabase() {
  bareImage ??= makeBareImage()
  return openPglite({ image: await bareImage })
}

async function makeImage(): Promise<Blob> {
  const database = await openBareDatabase()
  await migrate(database)
  const made = await database.dump()
  await database.close()
  return made
}

/** Image of a migrated, empty embedded database, created once. */
export function migratedImage(): Promise<Blob> {
  image ??= makeImage()
  return image
}

function openServer(url: string): Database {
  return openPostgres({ url, connections: 20, onConnectionError: () => {} })
}

/** Creates a database without tables on the server of TEST_DATABASE_URL; returns its URL and `drop`. */
export async function createTestDatabase(
  serverUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `tidemark_test_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string) => {
    const server = openServer(serverUrl)
    await server.script(statement).finally(() => server.close())
  }
  await run(`CREATE DATABASE ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

/**
 * Opens a migrated, empty database: on PostgreSQL when TEST_DATABASE_URL is set, else PGlite in memory.
 * `close` also drops it.
 */
export async function openTestDatabase(): Promise<Database> {
  if (testServerUrl === null) {
    return openPglite({ image: await migratedImage() })
  }
  const { url, drop } = await createTestDatabase(testServerUrl)
  const database = openServer(url)
  await migrate(database)
  const close = async () => {
    await database.close()
    await drop()
  }
  return { ...database, close }
}
