import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { versionWithCommit } from './version.ts'

const folder = mkdtempSync(join(tmpdir(), 'tidemark-version-'))
afterAll(() => rmSync(folder, { recursive: true }))

const app = { getVersion: () => '1.2.3', getAppPath: () => folder }

test('a packed app names its commit, another only its version', () => {
  expect(versionWithCommit(app)).toBe('1.2.3')
  const manifest = (more: object) =>
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3', ...more }))
  manifest({})
  expect(versionWithCommit(app)).toBe('1.2.3')
  manifest({ commit: '0123456789abcdef0123456789abcdef01234567' })
  expect(versionWithCommit(app)).toBe('1.2.3 (0123456789ab)')
})
