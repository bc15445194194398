import { expect, test } from 'bun:test'
import type { MarketPrice } from '#api/market/price.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createStatusMonitor } from './monitor.ts'
import { readParts } from './read-parts.ts'

const NOW = Date.parse('2026-11-21T02:30:00.000Z')

function setUp() {
  const clock = testClock(NOW)
  const state = {
    freshness: 'live' as MarketPrice['freshness'] | null,
    isUp: true,
    hangs: false,
    overdue: null as string | null,
    oldestDue: null as number | null,
    isConnected: null as boolean | null,
  }
  const price = (): MarketPrice | null =>
    state.freshness && {
      value: '60000.00',
      time: NOW,
      source: 'okx',
      freshness: state.freshness,
      kind: 'real',
      ageMs: 0,
    }
  const read = () =>
    readParts({
      database: {
        ping: async () => {
          if (state.hangs) await new Promise(() => {})
          if (!state.isUp) throw new Error('no database')
        },
      },
      rounds: { newestSettlement: async () => ({ targetDate: NOW - 2, settledAt: NOW - 1 }) },
      settlements: { overdueSince: async () => state.overdue },
      deliveries: { oldestDue: async () => state.oldestDue },
      market: { price, source: () => 'okx', kind: () => 'real' },
      bus: {
        stats: () =>
          state.isConnected === null
            ? null
            : {
                sent: 0,
                received: 0,
                invalidations: 0,
                rejected: 0,
                isConnected: state.isConnected,
              },
      },
      clock,
    })
  const monitor = createStatusMonitor({ clock, read })
  const states = async () => {
    await monitor.run()
    const { feed, database, jobs, push, stream } = await monitor.current()
    return [feed, database, jobs, push, stream].map((part) => part.state).join(' ')
  }
  return { clock, state, monitor, states }
}

test('gives the state of each part', async () => {
  const { clock, state, states } = setUp()
  expect(await states()).toBe('ok ok ok ok ok')
  state.freshness = 'delayed'
  state.isConnected = true
  expect(await states()).toBe('degraded ok ok ok ok')
  state.freshness = 'stale'
  state.isConnected = false
  expect(await states()).toBe('down ok ok ok degraded')
  state.freshness = null
  state.overdue = '2026-11-19T00:00:00.000Z'
  expect(await states()).toBe('down ok down ok degraded')
  state.oldestDue = clock.now() - 5 * 60_000 + 1
  expect(await states()).toBe('down ok down ok degraded')
  state.oldestDue = clock.now() - 5 * 60_000
  expect(await states()).toBe('down ok down degraded degraded')
})

test('claims nothing about jobs and push messages while the database does not answer', async () => {
  const { clock, state, monitor, states } = setUp()
  state.isUp = false
  expect(await states()).toBe('ok down unknown unknown ok')
  expect((await monitor.current()).jobs.lastSettlement).toBeNull()
  state.isUp = true
  state.hangs = true
  const late = states()
  await new Promise(setImmediate)
  clock.advance(2_000)
  expect(await late).toBe('ok down unknown unknown ok')
})

test('gives the start of a state, and whether it may be before the start of the server', async () => {
  const { clock, state, monitor } = setUp()
  const feed = async () => {
    const { since, isSinceStart } = (await monitor.current()).feed
    return [since, isSinceStart]
  }
  expect(await feed()).toEqual(['2026-11-21T02:30:00.000Z', true])
  const version = monitor.version()
  monitor.start()
  clock.advance(5_000)
  await new Promise(setImmediate)
  expect(await feed()).toEqual(['2026-11-21T02:30:00.000Z', true])
  expect(monitor.version()).toBeGreaterThan(version)
  state.freshness = 'stale'
  clock.advance(5_000)
  await new Promise(setImmediate)
  expect(await feed()).toEqual(['2026-11-21T02:30:10.000Z', false])
  await monitor.stop()
})
