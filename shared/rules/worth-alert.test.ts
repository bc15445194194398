import { describe, expect, test } from 'bun:test'
import type { Crossing } from './crossing.ts'
import { nextWorthCrossing } from './worth-alert.ts'

/** Crossings of a mark by a series of points. */
function crossings(mark: number, points: readonly number[]): string[] {
  let known: Crossing | null = null
  const seen: string[] = []
  for (const worth of points) {
    const next: Crossing = nextWorthCrossing(mark, known, worth)
    if (known && next.side !== known.side) seen.push(`${worth} ${next.side}`)
    known = next
  }
  return seen
}

describe('crossings of a mark in points', () => {
  test('the first worth only initializes', () => {
    expect(crossings(100, [150])).toEqual([])
    expect(crossings(100, [50, 99])).toEqual([])
  })

  test('a worth that reaches the mark is above it, and one point less is below', () => {
    expect(crossings(100, [50, 100])).toEqual(['100 above'])
    expect(crossings(100, [150, 99])).toEqual(['99 below'])
  })

  test('crosses once while the worth swings within a tenth of the mark', () => {
    expect(crossings(100, [50, 101, 99, 103, 92, 109])).toEqual(['101 above'])
  })

  test('crosses again after the worth has moved a tenth away', () => {
    expect(crossings(100, [50, 101, 110, 99, 90, 100])).toEqual([
      '101 above',
      '99 below',
      '100 above',
    ])
  })

  test('small marks have a hysteresis of five points, also around zero', () => {
    expect(crossings(0, [-20, 1, -4, 4, -1])).toEqual(['1 above'])
    expect(crossings(0, [-20, 1, 5, -1, -5])).toEqual(['1 above', '-1 below'])
  })

  test('a jump over the hysteresis crosses at once', () => {
    expect(crossings(-50, [100, -200, 300])).toEqual(['-200 below', '300 above'])
  })
})
