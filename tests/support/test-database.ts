import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { openReusedDatabase } from './reused-databases.ts'

/** The PostgreSQL server to test on; unset = PGlite in memory. */
export const testServerUrl = process.env.TEST_DATABASE_URL || null

/** A file with `migratedImage`, which `npm test` writes once for all processes; unset = made here. */
const imageFile = process.env.TEST_DATABASE_IMAGE

/** A migrated, empty database on the server of TEST_DATABASE_URL to copy; unset = migrate each. */
const template = process.env.TEST_DATABASE_TEMPLATE

/** Copies files instead of logging each page: a third of the processor time. */
const copyOf = (name: string) => `TEMPLATE ${name} STRATEGY FILE_COPY`

/** Image of a migrated embedded database, not compressed: unpacking costs a third of opening it. */
let image: Promise<Blob> | null = null

/** Image of an empty embedded database: initdb takes seconds. */
let bareImage: Promise<Blob> | null = null

async function createBareImage(): Promise<Blob> {
  const database = await openPglite({})
  const made = await database.dump('none')
  await database.close()
  return made
}

/** Creates an embedded database without tables, in memory or in `folder`. */
export async function openBareDatabase(folder?: string) {
  bareImage ??= createBareImage()
  return openPglite({ image: await bareImage, ...(folder !== undefined && { folder }) })
}

/** Migrates a database whose votes and notifications get ids beyond 32 bits, as those of a large site. */
export async function migrateWithLargeIds(database: Database): Promise<void> {
  await migrate(database)
  const sequences = ['vote_id_seq', 'notification_id_seq']
  await database.script(
    sequences.map((name) => `ALTER SEQUENCE ${name} START 3000000001 RESTART;`).join(''),
  )
}

async function createImage(): Promise<Blob> {
  if (imageFile) return Bun.file(imageFile)
  const database = await openBareDatabase()
  await migrateWithLargeIds(database)
  const made = await database.dump('none')
  await database.close()
  return made
}

/** Image of a migrated, empty embedded database, created once. */
export function migratedImage(): Promise<Blob> {
  image ??= createImage()
  return image
}

function openServer(url: string): Database {
  return openPostgres({ url, connections: 20, onConnectionError: () => {} })
}

/** A database on the server of TEST_DATABASE_URL. */
export interface ServerDatabase {
  url: string
  drop(): Promise<void>
}

async function createDatabase(serverUrl: string, options = ''): Promise<ServerDatabase> {
  const name = `tidemark_test_${randomUUID().replaceAll('-', '')}`
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await run(`CREATE DATABASE ${name} ${options}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

/** Creates a database without tables; `options` of CREATE DATABASE. */
export function createTestDatabase(serverUrl: string, options = ''): Promise<ServerDatabase> {
  return createDatabase(serverUrl, options)
}

/** Opens a database without tables: on PostgreSQL when TEST_DATABASE_URL is set, else PGlite in memory. */
export async function openEmptyDatabase(): Promise<Database> {
  if (testServerUrl === null) return openBareDatabase()
  return openAndDrop(await createTestDatabase(testServerUrl))
}

/** Opens a database on a server; `close` also drops it. */
function openAndDrop({ url, drop }: ServerDatabase): Database {
  const database = openServer(url)
  const close = async () => {
    await database.close()
    await drop()
  }
  return { ...database, close }
}

/** Creates a migrated, empty database. */
export async function createMigratedDatabase(serverUrl: string): Promise<ServerDatabase> {
  if (template) return createDatabase(serverUrl, copyOf(template))
  const created = await createDatabase(serverUrl)
  const database = openServer(created.url)
  await migrateWithLargeIds(database).finally(() => database.close())
  return created
}

/** Opens a copy of a database on the server of TEST_DATABASE_URL; `close` also drops it. */
export async function openCopyOf(name: string): Promise<Database> {
  return openAndDrop(await createDatabase(testServerUrl ?? '', copyOf(name)))
}

/**
 * Opens a migrated, empty database: on PostgreSQL when TEST_DATABASE_URL is set, else PGlite in memory.
 * `close` also drops it, or keeps it for another test: on a server only on the temporary one of `npm test`,
 * which goes away with what tests leave.
 */
export async function openTestDatabase(): Promise<Database> {
  if (testServerUrl === null) {
    return openReusedDatabase(async () => openPglite({ image: await migratedImage() }))
  }
  const create = async () => openAndDrop(await createMigratedDatabase(testServerUrl))
  return template ? openReusedDatabase(create) : create()
}
