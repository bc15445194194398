import { migrate } from '#api/infrastructure/database/migrate.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { migratedImage, testServerUrl } from '#tests/support/test-database.ts'

// Run by `npm test` before the tests that copy a migrated database:
// bun build/test/prepare-database.ts image FILE       writes an image of an embedded database
// bun build/test/prepare-database.ts template NAME    creates a database on TEST_DATABASE_URL's server
const [kind, target = ''] = process.argv.slice(2)
if (kind === 'image') await Bun.write(target, await migratedImage())
if (kind === 'template' && testServerUrl !== null) {
  const open = (url: string) => openPostgres({ url, connections: 1, onConnectionError: () => {} })
  const server = open(testServerUrl)
  await server.script(`CREATE DATABASE ${target}`).finally(() => server.close())
  const url = new URL(testServerUrl)
  url.pathname = `/${target}`
  const database = open(url.href)
  await migrate(database).finally(() => database.close())
}
