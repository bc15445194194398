import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '#api/commands/seed.ts'
import { type Clock, systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { databaseFolder } from '#api/infrastructure/database/open.ts'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { migratedImage } from '#tests/support/test-database.ts'

/** Seeds a database like `npm run seed` and returns its image. */
async function createImage(clock: Clock): Promise<Blob> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-demo-'))
  const config = readConfig({ DATA_DIR: dataDir, PRICE_FEED: 'simulated', LOG_LEVEL: 'silent' })
  const folder = databaseFolder(config)
  try {
    await (await openPglite({ folder, image: await migratedImage() })).close()
    const log = createLog(config.logLevel)
    await seed([], { config, log, clock, print: () => {}, printError: () => {} })
    const database = await openPglite({ folder })
    const image = await database.dump('none')
    await database.close()
    return image
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The demo as of now, created once per process. */
let present: Promise<Blob> | undefined

/** Opens a new database in memory with the demo data as of `clock`. */
export async function openSeededDatabase(clock: Clock): Promise<Database> {
  if (clock !== systemClock) return openPglite({ image: await createImage(clock) })
  present ??= createImage(clock)
  return openPglite({ image: await present })
}
