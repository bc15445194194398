import { systemClock } from '#api/infrastructure/clock.ts'
import { explainConnectionError } from '#api/infrastructure/database/connection-errors.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { seedDatabase } from '#tests/browser/support/seeded-database.ts'
import { migratedImage, migrateWithLargeIds, testServerUrl } from '#tests/support/test-database.ts'

// Run by `npm test` before the tests that copy a migrated database:
// bun build/test/prepare-database.ts image FILE       writes an image of an embedded database
// bun build/test/prepare-database.ts template NAME    creates a database on TEST_DATABASE_URL's server
// bun build/test/prepare-database.ts demo NAME        the same, filled like by `npm run seed`
// bun build/test/prepare-database.ts check           fails with one line when that server does not answer
const [kind, target = ''] = process.argv.slice(2)
if (kind === 'image') await Bun.write(target, await migratedImage())
const open = (url: string) => openPostgres({ url, connections: 1, onConnectionError: () => {} })
if (kind === 'check' && testServerUrl !== null) {
  const server = open(testServerUrl)
  try {
    await server.ping()
  } catch (error) {
    console.error(explainConnectionError(error, 'TEST_DATABASE_URL', testServerUrl).message)
    process.exitCode = 1
  }
  await server.close()
}
if ((kind === 'template' || kind === 'demo') && testServerUrl !== null) {
  const server = open(testServerUrl)
  await server.script(`CREATE DATABASE ${target}`).finally(() => server.close())
  const url = new URL(testServerUrl)
  url.pathname = `/${target}`
  const database = open(url.href)
  await migrateWithLargeIds(database)
  if (kind === 'demo') await seedDatabase(database, systemClock)
  await database.close()
}
