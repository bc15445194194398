import { seed } from '#api/commands/seed.ts'
import { type Clock, systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { withoutClose } from '#tests/support/shared-database.ts'
import {
  migratedImage,
  openCopyOf,
  openTestDatabase,
  testServerUrl,
} from '#tests/support/test-database.ts'

/** A database with the demo as of now, on the server of TEST_DATABASE_URL; unset = made here. */
const demo = process.env.TEST_DATABASE_DEMO

/** Fills a migrated, empty database like `npm run seed`. */
export async function seedDatabase(database: Database, clock: Clock): Promise<void> {
  const config = readConfig({ PRICE_FEED: 'simulated', LOG_LEVEL: 'silent' })
  const log = createLog(config.logLevel)
  const open = async () => withoutClose(database)
  await seed([], { config, log, clock, print: () => {}, printError: () => {}, open })
}

async function createImage(): Promise<Blob> {
  const database = await openPglite({ image: await migratedImage() })
  await seedDatabase(database, systemClock)
  const made = await database.dump('none')
  await database.close()
  return made
}

/** Image of an embedded database with the demo as of now, created once per process. */
let image: Promise<Blob> | undefined

/**
 * Opens a new database with the demo data as of `clock`: on PostgreSQL when TEST_DATABASE_URL is set, else
 * PGlite in memory. `close` also drops it.
 */
export async function openSeededDatabase(clock: Clock): Promise<Database> {
  const isPresent = clock === systemClock
  if (isPresent && testServerUrl === null) {
    image ??= createImage()
    return openPglite({ image: await image })
  }
  if (isPresent && demo) return openCopyOf(demo)
  const database = await openTestDatabase()
  await seedDatabase(database, clock)
  return database
}
