import { expect, test } from 'bun:test'
import { errorCode, NOW, sampleRound } from '#tests/support/samples.ts'
import { testClock } from '#tests/support/test-clock.ts'
import type { RoundRecord } from './round-record.ts'
import { createRoundsService } from './service.ts'

const offer = { hit: 1, miss: -1 }
const table = { up: offer, steady: offer, down: offer }
const chances = { up: 0.2, steady: 0.6, down: 0.2 }
const chancesOf = (version: number) =>
  version === 3 ? chances : { up: 0.3, steady: 0.4, down: 0.3 }
const votes = { up: 1, steady: 2, down: 3, unknown: 4 }
const round = sampleRound()
const evidence = { price: '1', source: 'okx', candleAt: NOW, readAt: NOW }

function setUp(stored: RoundRecord | null, now = NOW, before: RoundRecord | null = null) {
  const sources: string[][] = []
  const service = createRoundsService({
    records: {
      hours: async () => [],
      sums: async () => ({ calls: 0, right_calls: 0, points: 0 }),
      extremes: async () => [],
      async candles(list) {
        sources.push([...list])
        return []
      },
      own: async () => [],
    },
    market: { source: () => null, candles: () => [] },
    store: {
      byRefDate: async (refDate) => (refDate === stored?.refDate ? stored : before),
      tally: async () => votes,
    },
    pricing: { quote: () => ({ price: '60000', offers: table, chancesOf }) },
    log: { ofRound: async () => null },
    clock: testClock(now),
  })
  return {
    get: service.get,
    sources,
  }
}

test('rejects a target off the schedule, and a round that does not exist', async () => {
  expect(await errorCode(setUp(round).get(round.targetDate + 1))).toBe('NOT_FOUND')
  expect(await errorCode(setUp(null).get(round.targetDate))).toBe('NOT_FOUND')
})

test('draws hours of other exchanges after a change of exchange, and none with simulated prices', async () => {
  for (const [source, expected] of [
    ['okx', ['okx', 'binance', 'okx', 'bybit', 'coinbase']],
    ['simulated', ['simulated']],
  ] as const) {
    const { get, sources } = setUp(sampleRound({ reference: { ...evidence, source } }))
    await get(round.targetDate)
    expect(sources).toEqual([[...expected]])
  }
})

test('says whether there is a round before', async () => {
  const first = await setUp(round).get(round.targetDate)
  const second = await setUp(round, NOW, sampleRound()).get(round.targetDate)
  expect([first.hasPrevious, second.hasPrevious]).toEqual([false, true])
})

test.each([
  ['live', round, NOW, table, chances],
  ['closed', round, round.closesAt, null, chances],
  [
    'settled',
    sampleRound({ outcome: 'up', settlement: evidence, settledAt: NOW }),
    NOW,
    null,
    null,
  ],
  ['void', sampleRound({ outcome: 'void', settledAt: NOW }), NOW, null, null],
] as const)('returns a %s round', async (status, stored, now, offers, present) => {
  const detail = await setUp(stored, now).get(round.targetDate)
  expect(detail).toMatchObject({
    status,
    votes,
    offers,
    chances: present,
    chancesByVersion: present && [
      { version: 1, up: 0.3, steady: 0.4, down: 0.3 },
      { version: 2, up: 0.3, steady: 0.4, down: 0.3 },
      { version: 3, ...chances },
    ],
    priced: offers !== null,
  })
  expect(detail.settlement?.exchange ?? null).toBe(stored.settlement?.source ?? null)
})
