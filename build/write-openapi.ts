/**
 * Writes out/openapi.json from the schemas of the contract, and its hash, which a test compares, into
 * docs/openapi.sha256. Usage: bun build/write-openapi.ts
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { startServer } from '#api/server/server.ts'
import { ensureWebBuild } from '#build/setup/builds.mjs'

// The server refuses to start with pages of another build.
ensureWebBuild()
const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-openapi-'))
const config = readConfig({ PORT: '0', DATA_DIR: dataDir, PRICE_FEED: 'simulated' })
const database = await openPglite({})
await migrate(database)
const log = createLog('silent')
const server = await startServer({ config, clock: systemClock, log, database })
const document = await (await fetch(`${server.url}/openapi/json`)).text()
const hash = createHash('sha256').update(document).digest('hex')
await Bun.write(new URL('../out/openapi.json', import.meta.url), document)
await Bun.write(new URL('../docs/openapi.sha256', import.meta.url), `${hash}  out/openapi.json\n`)
await server.stop()
rmSync(dataDir, { recursive: true })
