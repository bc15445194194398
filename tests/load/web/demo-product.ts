import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '#api/commands/seed.ts'
import { systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { type LoadedProduct, startProduct } from '#tests/load/processes.ts'

/** Starts the product on a new embedded database with the demo; `stop` removes it. */
export async function startDemo(): Promise<LoadedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-web-bench-'))
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PORT: '0',
    PRICE_FEED: 'simulated',
    LOG_LEVEL: 'warn',
  }
  const config = readConfig(env)
  const log = createLog(config.logLevel)
  await seed([], { config, log, clock: systemClock, print: () => {}, printError: () => {} })
  const server = await startProduct(env)
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
