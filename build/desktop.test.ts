import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DESKTOP_NODE } from './setup/desktop-node-version.mjs'
import { fromRoot, packageJson } from './setup/project.mjs'

/** Runs `npm run desktop` on a Node that claims to be `version`. */
function startWith(version: string, environment: Record<string, string> = {}) {
  const script = `
    const versions = { ...process.versions, node: '${version}' }
    Object.defineProperty(process, 'versions', { value: versions })
    await import(${JSON.stringify(fromRoot('build', 'desktop.mjs'))})`
  return Bun.spawnSync(['node', '--input-type=module', '-e', script], {
    env: { ...process.env, ...environment },
  })
}

// Where Electron is installed, the command opens the app.
const isFetched = existsSync(fromRoot('node_modules', 'electron', 'dist', 'version'))

test.skipIf(isFetched)(
  'npm run desktop reports in one line that Electron cannot be fetched',
  () => {
    const cache = mkdtempSync(join(tmpdir(), 'tidemark-electron-'))
    try {
      const done = startWith(DESKTOP_NODE, {
        // Nothing listens at this address.
        ELECTRON_MIRROR: 'http://127.0.0.1:9/',
        electron_config_cache: cache,
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

test("asks for the Node that Electron's packages need", () => {
  for (const name of ['electron', '@electron/get', '@electron/fuses']) {
    const { engines } = JSON.parse(
      readFileSync(fromRoot('node_modules', name, 'package.json'), 'utf8'),
    )
    expect(engines.node.replace(/[>= ]/g, '')).toBe(DESKTOP_NODE)
  }
})

test('says so when Node is older', () => {
  const done = startWith('20.19.0')
  expect(done.exitCode).toBe(1)
  expect(done.stderr.toString()).toContain(
    'The desktop app needs Node 22.12.0 or newer; this is 20.19.0.',
  )
})
