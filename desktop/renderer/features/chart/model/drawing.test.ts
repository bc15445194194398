import { describe, expect, test } from 'bun:test'
import type { ChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import { DAY_MS, WEEK_MS } from '#shared/rules/time.ts'
import { getDrawing, getLevels, segmentWithin, startsBeforeChart } from './drawing.ts'

const LIVE = Date.UTC(2026, 10, 19)
const CLOSED = Date.UTC(2026, 10, 16)
const votes = { up: 3, steady: 2, down: 1, unknown: 9 }
const target = (refDate: number, refPrice: string | null) => ({
  refDate: new Date(refDate).toISOString(),
  targetDate: new Date(refDate + WEEK_MS).toISOString(),
  refPrice,
  votes,
})
const rounds = { target1: target(CLOSED, '1000'), target2: target(LIVE, '2000') }
const list: ChartFocus = { kind: 'list' }
const oldest = CLOSED - DAY_MS

describe('rounds', () => {
  test('fan out from the reference to ±5 % of it at the target', () => {
    const { lines, band } = getDrawing(list, rounds, oldest)
    expect(lines.map(({ key }) => key)).toEqual([
      'closed up',
      'closed steady',
      'closed down',
      'live up',
      'live steady',
      'live down',
    ])
    expect(lines.map(({ to }) => to.y)).toEqual([1050, 1000, 950, 2100, 2000, 1900])
    expect(lines.map(({ votes }) => votes)).toEqual([3, 2, 1, 3, 2, 1])
    for (const { from, to } of lines.slice(3)) {
      expect([from, to.x]).toEqual([{ x: LIVE, y: 2000 }, LIVE + WEEK_MS])
    }
    expect(lines.some(({ solid }) => solid)).toBe(false)
    expect(band).toEqual({ xMin: LIVE, xMax: LIVE + WEEK_MS, yMin: 1900, yMax: 2100 })
  })

  test('are drawn only with a reference price and within the chart', () => {
    const keys = (target1: object, target2: object, from: number) =>
      getDrawing(list, { target1, target2 }, from).lines.map(({ key }) => key.split(' ')[0])
    expect(keys(rounds.target1, target(LIVE, null), oldest)).toEqual(['closed', 'closed', 'closed'])
    expect(keys(rounds.target1, rounds.target2, CLOSED)).toHaveLength(6)
    expect(keys(rounds.target1, rounds.target2, CLOSED + 1)).toEqual(['live', 'live', 'live'])
    expect(keys({ ...rounds.target1, refDate: undefined }, {}, oldest)).toEqual([])
    expect(keys({ ...rounds.target1, targetDate: undefined }, {}, oldest)).toEqual([])
    expect(getDrawing(list, undefined, oldest).lines).toEqual([])
  })

  test('the chosen direction is solid in the live round only', () => {
    const solid = (choice: 'up' | 'down' | 'unknown' | null) =>
      getDrawing({ kind: 'write', choice }, rounds, oldest)
        .lines.filter((line) => line.solid)
        .map(({ key }) => key)
    expect(solid('up')).toEqual(['live up'])
    expect(solid('down')).toEqual(['live down'])
    expect(solid('unknown')).toEqual([])
    expect(solid(null)).toEqual([])
  })
})

describe('one vote', () => {
  const targetTime = new Date(LIVE).toISOString()
  const start = LIVE - WEEK_MS
  const view = (choice: 'up' | 'down' | 'unknown', refPrice: string | null = '2000') =>
    ({ kind: 'view', targetTime, refPrice, choice }) as const

  test('is one solid line over its seven days', () => {
    const { lines, band } = getDrawing(view('down'), rounds, start)
    expect(lines).toEqual([
      {
        key: 'vote down',
        direction: 'down',
        from: { x: start, y: 2000 },
        to: { x: LIVE, y: 1900 },
        solid: true,
        votes: null,
      },
    ])
    expect(band).toEqual({ xMin: start, xMax: LIVE, yMin: 1900, yMax: 2100 })
  })

  test('without a direction shows only the band', () => {
    const { lines, band } = getDrawing(view('unknown'), rounds, start)
    expect(lines).toEqual([])
    expect(band?.xMax).toBe(LIVE)
  })

  test('is not drawn without a reference price or when it starts before the chart', () => {
    const empty = { lines: [], band: null }
    expect(getDrawing(view('up', null), rounds, start)).toEqual(empty)
    expect(getDrawing(view('up'), rounds, start + 1)).toEqual(empty)
    expect(startsBeforeChart(view('up'), start + 1)).toBe(true)
    expect(startsBeforeChart(view('up'), start)).toBe(false)
    expect(startsBeforeChart(list, start)).toBe(false)
  })
})

test('the levels are +5 %, reference and −5 % of the live round or of the viewed vote', () => {
  expect(getLevels(list, rounds.target2)).toEqual([
    { direction: 'up', from: LIVE, price: 2100 },
    { direction: 'steady', from: LIVE, price: 2000 },
    { direction: 'down', from: LIVE, price: 1900 },
  ])
  const targetTime = new Date(LIVE).toISOString()
  const view: ChartFocus = { kind: 'view', targetTime, refPrice: '1000', choice: 'unknown' }
  expect(getLevels(view, rounds.target2).map(({ price }) => price)).toEqual([1050, 1000, 950])
  expect(getLevels({ ...view, refPrice: null }, rounds.target2)).toEqual([])
  expect(getLevels(list, undefined)).toEqual([])
})

test('a segment has the prices at both ends of its visible part', () => {
  const [line] = getDrawing(list, rounds, oldest).lines
  if (!line) throw new Error('a line expected')
  const half = (line.from.x + line.to.x) / 2
  expect(segmentWithin(line, 0, half)).toEqual([1000, 1025])
  expect(segmentWithin(line, line.to.x + 1, line.to.x + 2)).toEqual([])
})
