import { expect, test } from 'bun:test'
import { eventually } from '#tests/support/eventually.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createSearchService } from './service.ts'

/** A search whose database replies when the test lets it. */
function setUp() {
  const waiting: PromiseWithResolvers<[]>[] = []
  const service = createSearchService({
    store: {
      find: () => {
        const reply = Promise.withResolvers<[]>()
        waiting.push(reply)
        return reply.promise
      },
      findRounds: async () => [],
    },
    gate: {
      readerOf: async () => ({ userId: 0, liveId: 0, readsNotes: false, readsLive: false }),
    },
    clock: testClock('2026-11-21T02:30:00Z'),
  })
  return { waiting, search: () => service.search(null, { q: 'whale' }) }
}

test('a fourth search at once is refused, and accepted once one has ended, also by a failure', async () => {
  const { waiting, search } = setUp()
  const running = [search(), search(), search()]
  await eventually(() => waiting.length === 3)
  await expect(search()).rejects.toMatchObject({ code: 'NOT_READY' })
  waiting[0]?.reject(Object.assign(new Error('canceled'), { code: '57014' }))
  await expect(running[0]).rejects.toMatchObject({ code: 'SEARCH_TIMEOUT' })
  const fourth = search()
  await eventually(() => waiting.length === 4)
  for (const reply of waiting.slice(1)) reply.resolve([])
  expect(await fourth).toEqual({ items: [], next: null })
  await Promise.all(running.slice(1))
})
