import { describe, expect, test } from 'bun:test'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Bar } from './bars.ts'
import type { Drawing } from './drawing.ts'
import { createScene, MAX_CANDLESTICKS, type SceneOptions, VOLUME_SHARE } from './scene.ts'
import { VIEW_OPTIONS } from './views.ts'

const hours = (count: number) => count * HOUR_MS
const barsOf = (count: number, volume: number | null = 3): Bar[] =>
  Array.from({ length: count }, (_, hour) => ({
    x: hours(hour),
    open: 100,
    high: 110,
    low: 90,
    close: 105,
    volume,
  }))
const nothing: Drawing = { lines: [], band: null }
const line = {
  key: 'live up',
  direction: 'up' as const,
  from: { x: 0, y: 100 },
  to: { x: hours(200), y: 150 },
  solid: false,
  votes: 4,
}
const base: SceneOptions = {
  bars: barsOf(100, null),
  preset: { from: 0, to: null, options: VIEW_OPTIONS.short },
  viewport: null,
  getDrawing: () => nothing,
  price: null,
  width: 800,
  scale: 1,
}
const rangeOf = (changes: Partial<SceneOptions>) => createScene({ ...base, ...changes }).range

describe('the axis ranges of a preset', () => {
  test('fit highs and lows, the current hour and the headroom', () => {
    const range = rangeOf({})
    expect(range.xMin).toBe(0)
    expect(range.xMax).toBeGreaterThan(hours(100))
    expect([range.yMin, range.yMax]).toEqual([89, 111])
  })

  test('fit the ends of the lines, the band and the live price', () => {
    const band = { xMin: 0, xMax: hours(190), yMin: 80, yMax: 120 }
    const range = rangeOf({ price: 70, getDrawing: () => ({ lines: [line], band }) })
    expect(range.xMax).toBeGreaterThan(hours(200))
    expect(range.yMin).toBeLessThan(70)
    expect(range.yMax).toBeGreaterThan(150)
  })

  test('leave more space for labels with vote counts', () => {
    const getDrawing = () => ({ lines: [line], band: null })
    const { options } = base.preset
    const shapes = { ...base.preset, options: { ...options, counts: false } }
    expect(rangeOf({ getDrawing }).xMax).toBeGreaterThan(
      rangeOf({ getDrawing, preset: shapes }).xMax,
    )
  })

  test('leave the lowest part of the height to the volume', () => {
    const { yMin, yMax } = rangeOf({ bars: barsOf(100) })
    expect((89 - yMin) / (yMax - yMin)).toBeCloseTo(VOLUME_SHARE, 5)
  })

  test('have a height for a flat price', () => {
    const bars = barsOf(1).map((bar) => ({ ...bar, high: 100, low: 100 }))
    const { yMin, yMax } = rangeOf({ bars })
    expect(yMax).toBeGreaterThan(yMin)
  })

  test('end at the target of a round', () => {
    const preset = { from: hours(20), to: hours(60), options: VIEW_OPTIONS.round }
    const { range, start, end } = createScene({ ...base, preset })
    expect(range.xMin).toBe(hours(20))
    expect(range.xMax).toBeGreaterThan(hours(60))
    expect([start, end]).toEqual([20, 61])
  })
})

describe('a panned or zoomed chart', () => {
  const viewport = { from: hours(10), to: hours(30) }

  test('shows exactly its part, fitted to the hours and lines in it', () => {
    const bars = barsOf(100, null).map((bar, hour) => (hour === 50 ? { ...bar, high: 900 } : bar))
    const scene = createScene({
      ...base,
      bars,
      viewport,
      getDrawing: () => ({ lines: [line], band: null }),
    })
    expect([scene.range.xMin, scene.range.xMax]).toEqual([hours(10), hours(30)])
    // The line is at 107.5 there, and the spike out of sight.
    expect(scene.range.yMax).toBe(111)
  })

  test('draws older rounds once their start is in sight', () => {
    const seen: number[] = []
    const getDrawing = (oldest: number) => {
      seen.push(oldest)
      return nothing
    }
    const preset = { ...base.preset, from: hours(50) }
    createScene({ ...base, preset, viewport, getDrawing })
    createScene({ ...base, preset, viewport: { from: hours(70), to: hours(90) }, getDrawing })
    expect(seen).toEqual([hours(10), hours(50)])
  })
})

test('draws candlesticks up to 400 visible hours, and columns above', () => {
  const count = (bars: number) =>
    createScene({ ...base, bars: barsOf(bars), preset: { ...base.preset, from: 0 } }).columns
      ?.length
  expect(count(MAX_CANDLESTICKS)).toBeUndefined()
  expect(count(MAX_CANDLESTICKS + 1)).toBe(MAX_CANDLESTICKS + 1)
  expect(count(3000)).toBe(750)
})

test('covers the same prices as candlesticks and as columns, so that no wick vanishes', () => {
  const spiked = barsOf(MAX_CANDLESTICKS + 1).map((bar, hour) =>
    hour === 7 ? { ...bar, high: 900, low: 5 } : bar,
  )
  const sceneOf = (bars: readonly Bar[]) => createScene({ ...base, bars })
  const [candlesticks, columns] = [sceneOf(spiked.slice(0, -1)), sceneOf(spiked)]
  expect([candlesticks.columns === null, columns.columns === null]).toEqual([true, false])
  expect(columns.range.yMax).toBe(candlesticks.range.yMax)
  expect(columns.range.yMin).toBe(candlesticks.range.yMin)
  expect(columns.columns?.[7]).toMatchObject({ low: 5, high: 900 })
})
