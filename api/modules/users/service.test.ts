import { expect, test } from 'bun:test'
import { responder } from '#api/infrastructure/prepared-reply.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { createRankingService } from './service.ts'

function setUp() {
  const reads: number[] = []
  const bus = testBus()
  const store = {
    top: async (limit: number) => {
      reads.push(limit)
      return [1, 2, 3].map((id) => ({ id, uniqueCode: 'ABC234', nickname: `n${id}`, points: -id }))
    },
  }
  const service = createRankingService({ store, bus })
  const ids = async (limit: number): Promise<number[]> => {
    const reply = await service.top(limit)
    const rankers: { id: number }[] = await responder(reply)(
      new Request('http://localhost/'),
    ).json()
    return rankers.map(({ id }) => id)
  }
  return { bus, reads, ids }
}

test('builds replies of every length from one read', async () => {
  const { reads, ids } = setUp()
  expect([await ids(1), await ids(2), await ids(100)]).toEqual([[1], [1, 2], [1, 2, 3]])
  expect(reads).toEqual([100])
})

test('reads again only after a settlement, a new nickname or a ban', async () => {
  const { bus, reads, ids } = setUp()
  const round = { roundId: 1, targetDate: 0 }
  const readsAfter = async (publish: () => void) => {
    await ids(1)
    const before = reads.length
    publish()
    await ids(1)
    return reads.length - before
  }
  expect(await readsAfter(() => bus.publish('round', { event: 'opened', ...round }))).toBe(0)
  expect(await readsAfter(() => bus.publish('round', { event: 'settled', ...round }))).toBe(1)
  expect(await readsAfter(() => bus.publish('vote', { voteId: 1, roundId: 1, first: true }))).toBe(
    0,
  )
  expect(await readsAfter(() => bus.publish('nickname', { userId: 1 }))).toBe(1)
  expect(await readsAfter(() => bus.publish('moderation', { target: 'user', id: 1 }))).toBe(1)
})
