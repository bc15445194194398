import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { freePort } from '#build/setup/free-port.mjs'
import { root } from '#build/setup/project.mjs'
import { testServerUrl } from '#tests/support/test-database.ts'
import { selectedTests } from './database-suites.mjs'
import { withCapturedOutput } from './runners.mjs'

const given = process.env.TEST_DATABASE_URL
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-selected-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  if (given === undefined) delete process.env.TEST_DATABASE_URL
  else process.env.TEST_DATABASE_URL = given
})

/** Runs an API test that passes on `databaseUrl` only, as `npm test -- PATTERN` would. */
function select(databaseUrl: string) {
  const file = join(folder, 'sample.api.test.ts')
  const expected = `expect(process.env.TEST_DATABASE_URL).toBe(${JSON.stringify(databaseUrl)})`
  writeFileSync(file, `import { expect, test } from 'bun:test'\ntest('it', () => {${expected}})\n`)
  process.env.TEST_DATABASE_URL = databaseUrl
  return withCapturedOutput(() =>
    selectedTests(process.execPath, [relative(root, file)], ['-t', 'it']),
  )
}

test('chosen API tests fail when the server of TEST_DATABASE_URL does not answer', async () => {
  const port = await freePort()
  const { value, output } = await select(`postgresql://me:hunter2@127.0.0.1:${port}/t`)
  expect(value).toMatchObject({ passed: 0, failed: 1 })
  expect(value.notes).toEqual(['failed: TEST_DATABASE_URL: the server cannot be used'])
  expect(output).toStartWith(`TEST_DATABASE_URL: 127.0.0.1:${port}/t cannot be reached.`)
  expect(output).not.toContain('hunter2')
})

if (testServerUrl !== null) {
  const serverUrl = testServerUrl
  test('chosen API tests run on the server of TEST_DATABASE_URL', async () => {
    const { value } = await select(serverUrl)
    expect(value).toMatchObject({ passed: 1, failed: 0 })
  })
}
