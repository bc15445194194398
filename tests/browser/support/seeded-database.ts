import { seed } from '#api/commands/seed.ts'
import { type Clock, systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { openPglite, type PgliteDatabase } from '#api/infrastructure/database/pglite.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { withoutClose } from '#tests/support/shared-database.ts'
import { migratedImage } from '#tests/support/test-database.ts'

/** A new database in memory, seeded like by `npm run seed`. */
async function createSeeded(clock: Clock): Promise<PgliteDatabase> {
  const database = await openPglite({ image: await migratedImage() })
  const config = readConfig({ PRICE_FEED: 'simulated', LOG_LEVEL: 'silent' })
  const log = createLog(config.logLevel)
  const open = async () => withoutClose(database)
  await seed([], { config, log, clock, print: () => {}, printError: () => {}, open })
  return database
}

async function createImage(clock: Clock): Promise<Blob> {
  const database = await createSeeded(clock)
  const image = await database.dump('none')
  await database.close()
  return image
}

/** The demo as of now, created once per process. */
let present: Promise<Blob> | undefined

/** Opens a new database in memory with the demo data as of `clock`. */
export async function openSeededDatabase(clock: Clock): Promise<Database> {
  if (clock !== systemClock) return createSeeded(clock)
  present ??= createImage(clock)
  return openPglite({ image: await present })
}
