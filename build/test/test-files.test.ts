import { expect, test } from 'bun:test'
import { ON_PGLITE_TOO, PRODUCTION_TOO, runsOnPglite, testFiles } from './test-files.mjs'

test('each name of a list of files names one', () => {
  const files = testFiles()
  const unknown = ON_PGLITE_TOO.filter((end) => !files.some((file) => file.endsWith(end)))
  expect([...unknown, ...PRODUCTION_TOO.api.filter((file) => !files.includes(file))]).toEqual([])
})

test('API tests of the list run on PGlite too, in the full run all of them', () => {
  const runs = (isFull: boolean) =>
    ['api/rounds/ledger.api.test.ts', 'api/feeds/feeds.api.test.ts', 'api/log.test.ts'].map(
      (file) => runsOnPglite(file, isFull),
    )
  expect(runs(false)).toEqual([true, false, false])
  expect(runs(true)).toEqual([true, true, false])
})
