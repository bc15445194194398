import { afterEach, expect, test } from 'bun:test'
import { SetupError } from '#build/setup/command.mjs'
import { result } from './results.mjs'
import { orSkip, splitEvenly } from './runners.mjs'

const weights = (groups: number[][]) => groups.map((group) => group.reduce((sum, x) => sum + x, 0))

test('splits items into groups of equal weight, each item once', () => {
  const groups = splitEvenly([1, 2, 3, 4, 5, 6, 7], (weight) => weight, 2)
  expect(weights(groups)).toEqual([14, 14])
  expect(groups.flat().toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('makes at most one group per item', () => {
  expect(splitEvenly([5], () => 1, 2)).toEqual([[5]])
  expect(splitEvenly([], () => 1, 2)).toEqual([])
})

const given = process.env.CI
afterEach(() => {
  if (given === undefined) delete process.env.CI
  else process.env.CI = given
})

const missing = () => Promise.reject(new SetupError('PostgreSQL is missing'))
const instead = async () => result({ passed: 5 })
const note = 'API, 2 files: PostgreSQL is missing'

test('names a stage that cannot run, and runs another in its place', async () => {
  delete process.env.CI
  const skipped = { skipped: 2, notes: [`skipped: ${note}`] }
  expect(await orSkip('API', ['a', 'b'], missing)).toEqual(result(skipped))
  expect(await orSkip('API', ['a', 'b'], missing, instead)).toEqual(
    result({ passed: 5, ...skipped }),
  )
})

test('a stage that cannot run is a failure in CI', async () => {
  process.env.CI = 'true'
  const failed = result({ failed: 2, notes: [`failed: ${note}`] })
  expect(await orSkip('API', ['a', 'b'], missing, instead)).toEqual(failed)
})
