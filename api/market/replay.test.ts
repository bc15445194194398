import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { HOUR_MS, WEEK_MS } from '#shared/rules/time.ts'
import { eventually } from '#tests/support/eventually.ts'
import { recordedPath } from '#tests/support/exchange/tape.ts'
import { memoryAnchor, memoryCandleStore } from '#tests/support/memory-candle-store.ts'
import { createTestMarket } from '#tests/support/test-market.ts'
import { priceInHour, replayMarket, resolveShift } from './replay.ts'
import { type ReplayRow, readReplayFile } from './replay-csv.ts'
import { createTimeline, initialShift } from './replay-timeline.ts'
import { hourOf } from './types.ts'

const folder = mkdtempSync(join(tmpdir(), 'tidemark-replay-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HEADER = 'open_time_ms,open,high,low,close,volume'
const START = Date.UTC(2021, 3, 3)
const NOW = Date.UTC(2026, 10, 21, 2, 30)
const row = (hour: number): ReplayRow => ({
  otime: START + hour * HOUR_MS,
  open: `${50_000 + hour}.00`,
  high: `${50_100 + hour}.00`,
  low: `${49_900 + hour}.00`,
  close: `${50_001 + hour}.00`,
  volume: '1.5',
})
const rowsOf = (hours: number) => Array.from({ length: hours }, (_, hour) => row(hour))
const csv = (rows: ReplayRow[]) =>
  rows.map((r) => [r.otime, r.open, r.high, r.low, r.close, r.volume].join(','))

let files = 0
const write = async (...lines: string[]) => {
  const path = join(folder, `${++files}.csv`)
  await Bun.write(path, lines.join('\n'))
  return path
}

describe('the replay file', () => {
  test('is sorted oldest first with one row per hour', async () => {
    const lines = csv(rowsOf(5))
    const shuffled = [lines[3], lines[0], lines[0], lines[4], lines[1]].map((line) => line ?? '')
    const { rows } = await readReplayFile(await write(HEADER, ...shuffled, ''))
    expect(rows).toEqual([row(0), row(1), row(3), row(4)])
  })

  test.each<[string, string[]]>([
    ['the header is not', ['time,open', '1,2']],
    ['line 3: not an hour', [HEADER, ...csv([row(0)]), '1617408000001,1000,1000,1000,1000,1']],
    ['line 2: not an hour', [HEADER, '1617408000000,1000,900,800,850,1']],
    ['line 2: not an hour', [HEADER, '1617408000000,abc,900,800,850,1']],
    ['line 2: not an hour', [HEADER, '1617408000000,1000,1000,1000']],
    ['there are no candles', [HEADER]],
    ['the header is not', ['']],
  ])('is rejected with one line: %s', async (message, lines) => {
    const path = await write(...lines)
    await expect(readReplayFile(path)).rejects.toThrow(message)
    await expect(readReplayFile(path)).rejects.toThrow(/^replay file [^\n]*$/)
  })

  test('is rejected when it does not exist', async () => {
    await expect(readReplayFile(join(folder, 'none.csv'))).rejects.toThrow('no such file')
  })
})

describe('the time shift of a replay', () => {
  test('is the earliest in whole weeks with 3000 candles before it', () => {
    const rows = rowsOf(9000)
    const shift = initialShift(rows, NOW)
    expect(shift % WEEK_MS).toBe(0)
    const before = (hourOf(NOW) - shift - START) / HOUR_MS
    expect(before).toBeGreaterThanOrEqual(3000)
    expect(before - 168).toBeLessThan(3000)
  })

  test('counts candles instead of hours', () => {
    const gappy = rowsOf(9000).filter((_, hour) => hour < 100 || hour >= 400)
    const before = (hourOf(NOW) - initialShift(gappy, NOW) - START) / HOUR_MS - 300
    expect(before).toBeGreaterThanOrEqual(3000)
    expect(before - 168).toBeLessThan(3000)
  })

  test('is the latest that fits a short file; less than a week is rejected', () => {
    const shift = initialShift(rowsOf(400), NOW)
    const place = (hourOf(NOW) - shift - START) / HOUR_MS
    expect(place).toBeLessThan(400)
    expect(place).toBeGreaterThanOrEqual(400 - 168)
    expect(() => initialShift(rowsOf(100), NOW)).toThrow('at least one week')
  })

  test('jumps back by whole weeks at the end of the file', () => {
    const rows = rowsOf(9000)
    const shift = initialShift(rows, NOW)
    const { recorded } = createTimeline(rows, shift)
    const end = START + 9000 * HOUR_MS
    const seam = end + shift
    expect(recorded(seam - 1)).toBe(end - 1)
    const next = recorded(seam) ?? 0
    expect((seam - next) % WEEK_MS).toBe(0)
    expect((next - START) / HOUR_MS).toBeGreaterThanOrEqual(3000)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 * 365 * 24 }), (hours) => {
        const at = recorded(NOW + hours * HOUR_MS) ?? 0
        expect(at).toBeGreaterThanOrEqual(START)
        expect(at).toBeLessThan(end)
        expect((NOW + hours * HOUR_MS - at) % WEEK_MS).toBe(0)
      }),
    )
  })

  test('persists across restarts; rejects another file or an earlier clock', async () => {
    const file = { rows: rowsOf(9000), hash: 'a' }
    const anchor = memoryAnchor()
    const shift = await resolveShift(file, anchor, NOW)
    const later = NOW + 30 * WEEK_MS
    expect(initialShift(file.rows, later)).not.toBe(shift)
    expect(await resolveShift(file, anchor, later)).toBe(shift)
    const other = { rows: rowsOf(8000), hash: 'b' }
    await expect(resolveShift(other, anchor, later)).rejects.toThrow('another file')
    await expect(resolveShift(file, anchor, START + shift - WEEK_MS)).rejects.toThrow('The clock')
    expect(await anchor.load()).toEqual({ fileHash: 'a', shiftMs: shift })
  })
})

test('a replayed market has 3000 candles despite gaps, a price per second and the kind replay', async () => {
  const path = await write(HEADER, ...csv(rowsOf(9000).filter((_, hour) => hour % 1000 !== 999)))
  const store = memoryCandleStore()
  const testMarket = createTestMarket({ feed: `replay:${path}`, store })
  try {
    await testMarket.start()
    const { market, clock } = testMarket
    expect(market.kind()).toBe('replay')
    expect(market.candles(3000)).toHaveLength(3000)
    expect(store.all('replay')).toHaveLength(3000)
    clock.advance(1)
    const seen: number[] = []
    market.onTick((tick) => seen.push(tick.time))
    clock.advance(HOUR_MS)
    expect(seen).toHaveLength(3600)
    expect(market.price()).toMatchObject({ freshness: 'live', kind: 'replay', source: 'replay' })
    const turned = Math.floor(clock.now() / HOUR_MS) * HOUR_MS
    await eventually(() => market.candles(1)[0]?.otime === turned, { step: testMarket.step })
    expect(testMarket.binance.requests).toEqual([])
  } finally {
    await testMarket.stop()
  }
})

test('a market with a missing replay file does not start', async () => {
  const testMarket = createTestMarket({ feed: 'replay:/nowhere.csv' })
  await expect(testMarket.start()).rejects.toThrow(
    'replay file /nowhere.csv: there is no such file',
  )
  await testMarket.stop()
})

describe('the price within an hour', () => {
  test('starts at the open, ends at the close, reaches high and low and stays between', () => {
    for (let hour = 0; hour < 50; hour++) {
      const one = row(hour)
      const path = Array.from({ length: 3600 }, (_, second) => priceInHour(one, second))
      expect(path[0]).toBe(one.open)
      expect(path[3599]).toBe(one.close)
      expect(path).toContain(one.high)
      expect(path).toContain(one.low)
      const values = path.map(Number)
      expect(Math.max(...values)).toBe(Number(one.high))
      expect(Math.min(...values)).toBe(Number(one.low))
      expect(path.every((price) => /^\d+\.\d{2}$/.test(price))).toBe(true)
    }
  })

  test('reaches high and low in either order', () => {
    const highFirst = Array.from({ length: 50 }, (_, hour) => {
      const path = Array.from({ length: 3600 }, (_, second) => priceInHour(row(hour), second))
      return path.indexOf(row(hour).high) < path.indexOf(row(hour).low)
    })
    expect(new Set(highFirst).size).toBe(2)
  })
})

describe('a replayed market', () => {
  const rows = rowsOf(9000).filter((_, hour) => hour !== 3100)
  const shift = initialShift(rows, NOW)
  const market = replayMarket(rows, shift)

  test('has the recorded opens at the shifted hours', () => {
    const [candle] = market.candles(hourOf(NOW), hourOf(NOW) + 1)
    const hour = (hourOf(NOW) - shift - START) / HOUR_MS
    const { open, high, low, close, volume } = row(hour)
    expect(candle).toEqual({ otime: hourOf(NOW), open, bar: { high, low, close, volume } })
    expect(market.tickAt(hourOf(NOW))?.price).toBe(row(hour).open)
  })

  test('has a gap where the file has one', () => {
    const gap = START + 3100 * HOUR_MS + shift
    expect(market.candles(gap, gap + HOUR_MS)).toEqual([])
    expect(market.tickAt(gap + 1000)).toBeNull()
    expect(market.candles(gap - HOUR_MS, gap + 2 * HOUR_MS)).toHaveLength(2)
  })
})

const recording = recordedPath()
if (recording !== null) {
  test('reads the local recording with its known gaps', async () => {
    const { rows } = await readReplayFile(recording)
    expect(rows).toHaveLength(41_604)
    expect(rows[0]).toMatchObject({ otime: 1_617_408_000_000, open: '58950.01' })
    const gaps = rows.filter((r, i) => i > 0 && r.otime - (rows[i - 1]?.otime ?? 0) !== HOUR_MS)
    expect(gaps).toHaveLength(5)
  })
}
