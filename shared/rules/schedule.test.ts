import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  isRoundStart,
  liveRound,
  periodEnd,
  periodStart,
  roundAt,
  roundOfTarget,
  roundStartOn,
  roundStartsBetween,
  roundStatus,
  waitingRound,
} from './schedule.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from './time.ts'

const at = (text: string) => Date.parse(text)
const day = (instant: number) => new Date(instant).toISOString().slice(0, 10)

const TABLE: readonly [string, string, string][] = [
  ['2026-11-08T23:59:59.999Z', '2026-11-02 2026-11-09', '2026-11-05 2026-11-12'],
  ['2026-11-09T00:00:00.000Z', '2026-11-05 2026-11-12', '2026-11-09 2026-11-16'],
  ['2026-11-04T23:59:59.999Z', '2026-10-29 2026-11-05', '2026-11-02 2026-11-09'],
  ['2026-11-05T00:00:00.000Z', '2026-11-02 2026-11-09', '2026-11-05 2026-11-12'],
  ['2026-11-21T02:30:00.000Z', '2026-11-16 2026-11-23', '2026-11-19 2026-11-26'],
]

describe('the two rounds at known instants', () => {
  for (const [now, waiting, live] of TABLE) {
    test(now, () => {
      const rounds = [waitingRound(at(now)), liveRound(at(now))]
      const shown = rounds.map((round) => `${day(round.refDate)} ${day(round.targetDate)}`)
      expect(shown).toEqual([waiting, live])
    })
  }
})

/** Independent implementation: steps back whole UTC days to a Monday or Thursday. */
function walkBack(now: number): number {
  const date = new Date(now)
  date.setUTCHours(0, 0, 0, 0)
  while (date.getUTCDay() !== 1 && date.getUTCDay() !== 4) date.setUTCDate(date.getUTCDate() - 1)
  return date.getTime()
}

function walkForward(now: number): number {
  const date = new Date(now)
  do {
    date.setUTCDate(date.getUTCDate() + 1)
    date.setUTCHours(0, 0, 0, 0)
  } while (date.getUTCDay() !== 1 && date.getUTCDay() !== 4)
  return date.getTime()
}

test('agrees with the calendar for every half hour of two years', () => {
  const from = at('2026-01-01T00:00:00Z')
  for (let now = from; now < at('2028-01-01T00:00:00Z'); now += HOUR_MS / 2) {
    for (const instant of [now, now - 1]) {
      const start = walkBack(instant)
      const end = walkForward(instant)
      const live = liveRound(instant)
      const waiting = waitingRound(instant)
      const expected = { refDate: start, targetDate: start + 7 * DAY_MS, opensAt: start }
      if (live.closesAt !== end || periodEnd(instant) !== end) throw new Error(day(instant))
      if (waiting.closesAt !== start || waiting.targetDate !== end) throw new Error(day(instant))
      if (waiting.refDate !== walkBack(start - 1)) throw new Error(day(instant))
      expect(live).toEqual({ ...expected, closesAt: end })
    }
  }
})

test('puts any instant into one period with two unresolved rounds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: at('2200-01-01T00:00:00Z') }), (now) => {
      expect(periodStart(now)).toBe(walkBack(now))
      expect(periodEnd(now)).toBe(walkForward(now))
      expect(periodStart(periodEnd(now))).toBe(periodEnd(now))
      const unresolved = roundStartsBetween(now - 4 * WEEK_MS, now + WEEK_MS)
        .map(roundAt)
        .filter((round) => round.opensAt <= now && now < round.targetDate)
      expect(unresolved).toEqual([waitingRound(now), liveRound(now)])
      expect(waitingRound(now).targetDate).toBe(periodEnd(now))
    }),
  )
})

test('starts every round at 09:00 in Korea', () => {
  const korea = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Seoul', timeStyle: 'medium' })
  const starts = roundStartsBetween(at('2026-01-01T00:00:00Z'), at('2028-01-01T00:00:00Z'))
  expect(starts.length).toBe(208)
  expect(new Set(starts.map((start) => korea.format(start)))).toEqual(new Set(['09:00:00']))
})

test('excludes the first bound and includes the last', () => {
  const monday = at('2026-11-09T00:00:00Z')
  const thursday = at('2026-11-12T00:00:00Z')
  expect(roundStartsBetween(monday, thursday)).toEqual([thursday])
  expect(roundStartsBetween(monday - 1, thursday)).toEqual([monday, thursday])
  expect(roundStartsBetween(monday, thursday - 1)).toEqual([])
  expect(roundStartsBetween(thursday, monday)).toEqual([])
})

test('rejects an instant that is no round start', () => {
  const monday = at('2026-11-09T00:00:00Z')
  expect(isRoundStart(monday)).toBe(true)
  for (const wrong of [monday + 1, monday - 1, monday + DAY_MS, Number.NaN]) {
    expect(isRoundStart(wrong)).toBe(false)
    expect(() => roundAt(wrong)).toThrow(RangeError)
  }
  expect(roundOfTarget(monday).refDate).toBe(monday - WEEK_MS)
})

test('finds the round of a day by its date', () => {
  expect(roundStartOn('2026-11-19')).toBe(at('2026-11-19T00:00:00Z'))
  for (const wrong of ['2026-11-17', '2026-02-30', '9999-99-99', '2026-11', 'today', '']) {
    expect(roundStartOn(wrong)).toBeNull()
  }
})

test('changes status exactly at the edges', () => {
  const round = roundAt(at('2026-11-09T00:00:00Z'))
  expect(roundStatus(round, round.opensAt - 1)).toBe('upcoming')
  expect(roundStatus(round, round.opensAt)).toBe('live')
  expect(roundStatus(round, round.closesAt - 1)).toBe('live')
  expect(roundStatus(round, round.closesAt)).toBe('closed')
})

describe("does not depend on the machine's time zone or its clock changes", () => {
  const script = `
    import { liveRound, waitingRound } from '${import.meta.dir}/schedule.ts'
    let all = String(new Date(Date.UTC(2026, 6, 1)).getTimezoneOffset()) + '\\n'
    for (const around of [Date.UTC(2026, 2, 8), Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25), Date.UTC(2026, 10, 1)])
      for (let now = around - 4 * 86400000; now < around + 4 * 86400000; now += 1800000)
        all += JSON.stringify([liveRound(now), waitingRound(now)])
    console.log(all)`
  const run = (zone: string) => {
    const done = Bun.spawnSync([process.execPath, '-e', script], {
      env: { ...process.env, TZ: zone },
    })
    const [offset, ...rounds] = done.stdout.toString().split('\n')
    return { offset, rounds: rounds.join('') }
  }
  const utc = run('UTC')
  for (const [zone, offset] of [
    ['America/New_York', '240'],
    ['Asia/Seoul', '-540'],
    ['Europe/Berlin', '-120'],
  ] as const) {
    test(zone, () => {
      const there = run(zone)
      expect(there.offset).toBe(offset)
      expect(there.rounds.length).toBeGreaterThan(10_000)
      expect(there.rounds).toBe(utc.rounds)
    })
  }
})
