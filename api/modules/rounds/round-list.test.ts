import { expect, test } from 'bun:test'
import { RoundList } from '#shared/contract/rounds.ts'
import { conform } from '#tests/support/api-client.ts'
import { NOW } from '#tests/support/samples.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import type { ListedRound } from './record-store.ts'
import { createRoundList } from './round-list.ts'

const LIVE = new Date('2026-11-19T00:00:00Z')
const CLOSED = new Date('2026-11-16T00:00:00Z')
const SETTLED_AT = new Date('2026-11-23T00:00:02Z')

const row = (
  refDate: Date,
  [up, steady, down, unknown]: number[],
  outcome: ListedRound['outcome'],
) =>
  ({
    ref_date: refDate,
    outcome,
    ref_price: '60000.00',
    settle_price: outcome === null || outcome === 'void' ? null : '60000.00',
    settled_at: outcome === null ? null : SETTLED_AT,
    ...{ up: up ?? 0, steady: steady ?? 0, down: down ?? 0, unknown: unknown ?? 0 },
  }) satisfies ListedRound

function setUp(rows: ListedRound[], settled: ListedRound[] = []) {
  const clock = testClock(NOW)
  const bus = testBus()
  const reads = { settled: 0 }
  const list = createRoundList({
    records: {
      total: async () => rows.length,
      list: async () => rows,
      settled: async () => {
        reads.settled += 1
        return settled.map(({ outcome, up, steady, down, unknown }) => {
          const result = outcome ?? ('void' as const)
          return {
            ...{ outcome: result, up, steady, down, unknown },
            ...{ favorite: 'steady' as const, calls: 1, points: 1 },
          }
        })
      },
    },
    bus,
    clock,
  })
  const read = async () => conform(RoundList, await list.page(1))
  return { clock, bus, reads, read }
}

test.each([
  ['a live round, whose pick is open', row(LIVE, [9, 1, 0, 0], null), 'live', null, null, 10],
  ['a closed round', row(CLOSED, [9, 1, 0, 0], null), 'closed', 'up', null, 10],
  ['a right pick', row(CLOSED, [9, 1, 0, 0], 'up'), 'settled', 'up', true, 10],
  ['a wrong pick', row(CLOSED, [9, 1, 0, 0], 'down'), 'settled', 'up', false, 10],
  ['a tie', row(CLOSED, [5, 5, 0, 0], 'up'), 'settled', 'split', null, 10],
  ['ten votes without a direction', row(CLOSED, [0, 0, 0, 10], 'up'), 'settled', null, null, 10],
  ['a void round', row(CLOSED, [9, 1, 0, 0], 'void'), 'void', 'up', null, 10],
  ['nine votes', row(CLOSED, [9, 0, 0, 0], 'up'), 'settled', null, null, 9],
  ['no votes', row(CLOSED, [0, 0, 0, 0], 'up'), 'settled', null, null, 0],
] as const)('lists %s', async (_, listed, status, pick, isRight, voters) => {
  const [item] = (await setUp([listed]).read()).posts
  expect(item).toMatchObject({ status, crowdPick: pick, crowdRight: isRight, voters })
  expect(item?.votes === null).toBe(voters < 10)
})

test('reads the record again after a settlement, and the state after a close', async () => {
  const { clock, bus, reads, read } = setUp(
    [row(LIVE, [9, 1, 0, 0], null)],
    [row(CLOSED, [9, 1, 0, 0], 'up')],
  )
  expect((await read()).record).toMatchObject({ rounds: 1, crowd: { right: 1, of: 1 } })
  clock.advance(2 * 86_400_000)
  expect((await read()).posts[0]?.status).toBe('closed')
  expect(reads.settled).toBe(1)
  bus.publish('round', { event: 'settled', roundId: 1, targetDate: NOW })
  await read()
  expect(reads.settled).toBe(2)
})
