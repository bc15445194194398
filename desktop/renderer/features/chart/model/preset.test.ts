import { describe, expect, test } from 'bun:test'
import type { ChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import { HOUR_MS, WEEK_MS } from '#shared/rules/time.ts'
import { presetOf, roundStart, seriesIn } from './preset.ts'

const NEWEST = Date.UTC(2026, 10, 21, 6)
const series = Array.from({ length: 900 }, (_, ago) => ({
  otime: NEWEST - ago * HOUR_MS,
  oprice: '100',
}))
const list: ChartFocus = { kind: 'list' }
const start = Date.UTC(2026, 10, 19)

describe('a preset', () => {
  test('goes back by its number of hours, or to the oldest one', () => {
    expect(presetOf(series, 'short', start).from).toBe(NEWEST - 99 * HOUR_MS)
    expect(presetOf(series, 'long', start).from).toBe(NEWEST - 899 * HOUR_MS)
    expect(presetOf(series, 'long', start).to).toBeNull()
  })

  test('of a round begins twelve hours before its reference and ends at its target', () => {
    const { from, to } = presetOf(series, 'round', start)
    expect([from, to]).toEqual([start - 12 * HOUR_MS, start + WEEK_MS])
    expect(presetOf(series, 'round', null).to).toBeNull()
  })

  test('is of the live round, or of the viewed one', () => {
    expect(roundStart(list, { refDate: new Date(start).toISOString() })).toBe(start)
    expect(roundStart(list, undefined)).toBeNull()
    const targetTime = new Date(start).toISOString()
    const view = { kind: 'view', targetTime, refPrice: null, choice: 'up' } as const
    expect(roundStart(view, undefined)).toBe(start - WEEK_MS)
  })

  test('contains its hours, and never none', () => {
    expect(seriesIn(series, NEWEST - HOUR_MS, null)).toHaveLength(2)
    expect(seriesIn(series, NEWEST - 5 * HOUR_MS, NEWEST - 4 * HOUR_MS)).toHaveLength(2)
    expect(seriesIn(series, NEWEST + HOUR_MS, null)).toHaveLength(1)
  })
})
