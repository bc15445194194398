import { expect, test } from 'bun:test'
import { createMetrics } from '#api/infrastructure/metrics.ts'
import { prepareText } from '#api/infrastructure/prepared-reply.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createPages } from './pages.ts'

const clock = testClock('2026-11-21T02:30:00.000Z')

const pages = createPages({
  rendering: { render: async () => prepareText('<h1>a page</h1>', { type: 'text/html' }) },
  clock,
  log: console,
  metrics: createMetrics(),
  publicUrl: 'https://site.example',
  adSlots: [],
  fetchApi: async () => new Response(null, { status: 404 }),
  plainPageOf: () => '',
  templateOf: () => '',
})

/** The status of a page whose render never fails. */
async function statusOf(path: string): Promise<number | null> {
  const page = pages.find(new Request(`https://site.example${path}`))
  if (!page) return null
  try {
    await page.source.build(null)
    return 200
  } catch (error) {
    return page.fallBack(error)
  }
}

test.each([
  ['/rounds/2026-11-19', 200],
  ['/rounds/2026-11-17', 404],
  ['/rounds/2026-02-30', 404],
  ['/rounds/9999-99-99', 404],
])('the address of a round on a day without one is not found: %s', async (path, status) => {
  expect(await statusOf(path)).toBe(status)
})

test('the address of a call that does not exist is not found', async () => {
  expect(await statusOf('/vote/view/7')).toBe(404)
})

test('a page without topics is stale in the next year of UTC, which its footer names', () => {
  const state = () =>
    pages.find(new Request('https://site.example/terms'))?.source.state?.() ?? null
  clock.set('2026-12-31T23:59:59.999Z')
  const before = state()
  clock.set('2027-01-01T00:00:00.000Z')
  expect([before, state()]).toEqual([2026, 2027])
})
