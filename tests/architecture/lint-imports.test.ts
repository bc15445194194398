import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dir, '../..')

const forbidden: [path: string, module: string][] = [
  ['shared/rules/a.ts', '#api/server/api.ts'],
  ['shared/rules/b.ts', '#tests/support/test-clock.ts'],
  ['shared/rules/c.ts', 'node:fs'],
  ['shared/rules/d.ts', 'elysia'],
  ['api/a.ts', '#tests/support/test-clock.ts'],
  ['api/b.ts', '#build/setup/project.mjs'],
  ['desktop/renderer/app/a.ts', '#api/modules/rounds/settle.ts'],
  ['desktop/renderer/app/b.ts', 'elysia'],
]
const allowed: [path: string, module: string][] = [
  ['shared/rules/e.ts', './decimal.ts'],
  ['api/c.ts', '#shared/rules/band.ts'],
  ['api/c.test.ts', '#tests/support/test-clock.ts'],
  ['desktop/renderer/app/c.ts', '#api/server/api.ts'],
]

// One run of the linter with the real configuration over a small temporary tree.
const tree = mkdtempSync(join(tmpdir(), 'tidemark-lint-'))
let report = ''

beforeAll(() => {
  for (const name of ['biome.json', '.gitignore']) copyFileSync(join(root, name), join(tree, name))
  for (const [path, module] of [...forbidden, ...allowed]) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), `import { x } from '${module}'\n\nexport const y = x\n`)
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'lint', '--only=style/noRestrictedImports', '--reporter=github']
  report = spawnSync('node', args, { cwd: tree, encoding: 'utf8' }).stdout
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

describe('the linter enforces the dependencies between top-level folders', () => {
  test.each(forbidden)('%s may not import %s', (path) => {
    expect(report).toContain(`/${path},`)
  })

  test.each(allowed)('%s may import %s', (path) => {
    expect(report).not.toContain(`/${path},`)
  })
})
