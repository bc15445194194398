import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#api/infrastructure/log.ts'
import { databaseFolder, openDatabase } from './open.ts'

test('refuses to open an empty database after an interrupted restore', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-open-'))
  const config = { databaseUrl: null, databaseDirectUrl: null, databaseConnections: 4, dataDir }
  const kept = `${databaseFolder(config)}.before-restore-1795000000000`
  mkdirSync(kept)
  await expect(openDatabase(config, createLog('silent'))).rejects.toThrow(kept)
  rmSync(dataDir, { recursive: true })
})
