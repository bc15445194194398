import { expect, test } from 'bun:test'
import { MINUTE_MS, WEEK_MS } from '#shared/rules/time.ts'
import { CALL_BYTES, type PackedRound } from './call-groups.ts'
import { findTwins } from './twin-search.ts'

const START = Date.parse('2026-06-01T00:00:00Z')
const [UP, STEADY, DOWN] = [0, 1, 2]

/** A call: person, direction, time after the round's start (ms). */
type Call = [id: number, direction: number, at: number]

function pack(calls: readonly Call[], round: number): PackedRound {
  const bytes = new Uint8Array(new SharedArrayBuffer(calls.length * CALL_BYTES))
  const view = new DataView(bytes.buffer)
  for (const [index, [id, direction, at]] of calls.entries()) {
    view.setInt32(index * CALL_BYTES, id)
    view.setInt32(index * CALL_BYTES + 4, direction)
    view.setFloat64(index * CALL_BYTES + 8, START + round * WEEK_MS + at)
  }
  // In two chunks, as batches of a round.
  const middle = Math.floor(calls.length / 2) * CALL_BYTES
  return { chunks: [bytes.subarray(0, middle), bytes.subarray(middle)] }
}

/** Rounds in which person 1 calls up after an hour, and 2 as `second` says; 3 calls down all the time. */
function pairOf(rounds: number, second: (round: number) => readonly number[]) {
  return Array.from({ length: rounds }, (_, round) => {
    const [direction = UP, at = 0] = second(round)
    const calls: Call[] = [
      [2, direction, at],
      [1, UP, 60 * MINUTE_MS],
      [3, DOWN, 60 * MINUTE_MS],
    ]
    return pack(calls, round)
  })
}

const at = (minutes: number) => minutes * MINUTE_MS

test('finds two accounts that call alike, with their rounds and the mean gap', () => {
  const { accounts, total, pairs } = findTwins(pairOf(10, () => [UP, at(61)]))
  expect({ accounts, total }).toEqual({ accounts: 3, total: 1 })
  expect(pairs).toEqual([
    { first: 1, second: 2, rounds: 10, same: 10, gapMs: MINUTE_MS, others: 0 },
  ])
})

test.each([
  ['ten common rounds, nine alike', 10, (round: number) => [round === 3 ? STEADY : UP, at(60)], 1],
  ['nine common rounds', 9, () => [UP, at(60)], 0],
  ['17 of 19 rounds alike, 89%', 19, (round: number) => [round < 2 ? STEADY : UP, at(60)], 0],
  ['18 of 20 rounds alike, 90%', 20, (round: number) => [round < 2 ? STEADY : UP, at(60)], 1],
  ['exactly five minutes apart', 12, () => [UP, at(65)], 1],
  ['a millisecond more than five minutes apart', 12, () => [UP, at(65) + 1], 0],
  ['six minutes apart, before', 12, () => [UP, at(54)], 0],
  ['six minutes apart in two of twelve', 12, (round: number) => [UP, at(round < 2 ? 66 : 61)], 0],
] as const)('%s', (_, rounds, second, total) => {
  expect(findTwins(pairOf(rounds, second)).total).toBe(total)
})

test('finds no pair without ten rounds of both', () => {
  const rounds = Array.from({ length: 18 }, (_, round) => {
    const calls: Call[] = []
    if (round < 13) calls.push([1, UP, 0])
    if (round >= 4) calls.push([2, UP, 0])
    return pack(calls, round)
  })
  expect(findTwins(rounds)).toEqual({ accounts: 2, total: 0, pairs: [] })
})

test('puts a pair that is alone in its minutes before a crowd at the open, and names the others', () => {
  const rounds = Array.from({ length: 10 }, (_, round) => {
    const crowd = Array.from({ length: 20 }, (_, index): Call => [100 + index, UP, index * 1_000])
    return pack([...crowd, [7, UP, at(500 + round)], [9, UP, at(501 + round)]], round)
  })
  const { total, pairs } = findTwins(rounds)
  expect(total).toBe((20 * 19) / 2 + 1)
  expect(pairs.length).toBe(100)
  expect(pairs[0]).toMatchObject({ first: 7, second: 9, others: 0 })
  expect(pairs[1]?.others).toBe(18)
})

test('compares a crowd of thousands at the open with the nearest only', () => {
  const people = 3_000
  const rounds = Array.from({ length: 10 }, (_, round) => {
    // Each round in another order, but for the two that are always neighbors.
    const calls = Array.from({ length: people }, (_, index): Call => {
      const place = (index * (7 + 2 * round) + round * 131) % people
      return [1_000 + index, UP, place * 50]
    })
    return pack([...calls, [1, UP, 70_000 + round], [2, UP, 70_010 + round]], round)
  })
  const { pairs, total } = findTwins(rounds)
  expect(total).toBeGreaterThan(0)
  const everybody = ((people + 2) * (people + 1)) / 2
  expect(total).toBeLessThan(everybody)
  expect(pairs.length).toBe(100)
})
