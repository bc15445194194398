import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromRoot, packageJson } from './setup/project.mjs'

// Where Electron is installed, the command opens the app.
const isFetched = existsSync(fromRoot('node_modules', 'electron', 'dist', 'version'))

test.skipIf(isFetched)(
  'npm run desktop reports in one line that Electron cannot be fetched',
  () => {
    const cache = mkdtempSync(join(tmpdir(), 'tidemark-electron-'))
    try {
      const done = Bun.spawnSync(['node', fromRoot('build', 'desktop.mjs')], {
        // Nothing listens at this address.
        env: {
          ...process.env,
          ELECTRON_MIRROR: 'http://127.0.0.1:9/',
          electron_config_cache: cache,
        },
      })
      expect(done.exitCode).toBe(1)
      const lines = done.stderr.toString().trimEnd().split('\n')
      expect(lines.at(-1)).toStartWith(
        `tidemark: Electron ${packageJson.devDependencies.electron} could not be fetched from GitHub`,
      )
      expect(lines.filter((line) => !line.startsWith('tidemark: '))).toEqual([])
    } finally {
      rmSync(cache, { recursive: true, force: true })
    }
  },
  60_000,
)
