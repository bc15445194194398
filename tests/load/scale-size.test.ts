import { expect, test } from 'bun:test'
import { FULL_SIZE, scaleSize, shortCount, toRows } from './scale-size.ts'

test('has the full size of the bars', () => {
  expect(scaleSize(FULL_SIZE)).toEqual({
    lists: [10_000, 1_000_000, 10_000_000],
    votes: 1_000_000,
    listeners: 10_000,
    people: 10_000,
    seconds: 60,
  })
})

test('scales all parts down', () => {
  expect(scaleSize(1_000_000).lists).toEqual([10_000, 1_000_000])
  expect(scaleSize(200_000)).toEqual({
    lists: [10_000, 200_000],
    votes: 200_000,
    listeners: 1_000,
    people: 1_000,
    seconds: 10,
  })
})

test('rejects anything but a number of rows', () => {
  for (const rows of [Number.NaN, 10_000, 20_000.5, -1]) expect(() => scaleSize(rows)).toThrow()
})

test('accepts underscores and a single number', () => {
  expect(toRows(['1_000_000'])).toBe(1_000_000)
  expect(() => toRows(['20000', '30000'])).toThrow('20000 and 30000')
})

test.each([
  ['a size below the least', ['5000'], 'the rows must be a whole number above 10000'],
  ['a size that is no number', ['20k'], 'the rows must be a whole number above 10000'],
  ['a negative size', ['-20000'], 'the rows must be a whole number above 10000'],
  ['two sizes', ['20000', '30000'], 'one number of rows'],
  [
    'a part that there is not',
    ['20000', 'listners'],
    'there are listeners, desks, threads, settle, seasons, figures, search, growth',
  ],
])('%s ends the command with one line and code 2', (_, words, says) => {
  const script = new URL('scale.ts', import.meta.url).pathname
  const ended = Bun.spawnSync([process.execPath, '--no-env-file', script, ...words])
  const complaint = ended.stderr.toString()
  expect(complaint).toStartWith('tidemark: ')
  expect(complaint).toContain(says)
  expect(complaint.trimEnd().split('\n')).toHaveLength(1)
  expect([ended.exitCode, ended.stdout.toString()]).toEqual([2, ''])
})

test('abbreviates large numbers', () => {
  expect([950, 10_000, 1_500_000].map(shortCount)).toEqual(['950', '10 k', '1.5 M'])
})
