import { expect, test } from 'playwright/test'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { DIRECTIONS } from '#shared/rules/band.ts'
import { newcomer } from '#tests/support/crowd.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { type LiveObjects, liveObjectsOf } from './support/live-objects.ts'
import { setUpSite } from './support/set-up-site.ts'

const SECOND_MS = 1_000
const HOURS = 8
const HOUR_S = 3_600
/** Time runs at this multiple of the clock on the wall. */
const SPEED = 100
/** A vote each minute and a post each five minutes, in seconds. */
const [VOTE_S, POST_S] = [60, 300]
/** The first hours fill the lists and caches, and compile the code. */
const WARM_UP_H = 2
/** Growth of the heap that is no leak: caches of the page, at most this many bytes. */
const HEAP_SLACK = 100_000

let server: TestServer
const site = setUpSite(async () => {
  server = await startTestServer()
  return { server }
})

async function contribute(second: number): Promise<void> {
  if (second % VOTE_S !== 0) return
  const person = await newcomer(server, `Trader ${second}`)
  const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
  const vote = DIRECTIONS[second % DIRECTIONS.length] ?? 'up'
  const note = { content: `<p>At second ${second}</p>` }
  const body = { targetDate: target2.targetDate, vote, ...note }
  await person.api.call(CreateVoteReply, 'POST', '/votes', body)
  if (second % POST_S === 0) await person.api.call(CreatePostReply, 'POST', '/posts/frees', note)
}

test('leaves heap, nodes and listeners flat over eight hours of ticks and votes', {
  tag: '@full',
}, async () => {
  test.setTimeout(30 * 60_000)
  const { page } = await site.open({ path: '/desk', viewport: { width: 1920, height: 1080 } })
  const live = page.getByRole('region', { name: 'Live', exact: true })
  await live.getByRole('listitem').or(live.getByText('appear here')).first().waitFor()
  const count = await liveObjectsOf(page)

  const hours: LiveObjects[] = []
  const startedAt = performance.now()
  for (let second = 1; second <= HOURS * HOUR_S; second++) {
    server.clock.advance(SECOND_MS)
    await contribute(second)
    const ahead = startedAt + (second * SECOND_MS) / SPEED - performance.now()
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, ahead)))
    if (second % HOUR_S !== HOUR_S - VOTE_S / 2) continue
    // Between two votes and hours, once the last vote has arrived: nothing is being fetched or replaced.
    const row = live.getByRole('listitem').filter({ hasText: `Trader ${second - VOTE_S / 2}` })
    await row.first().waitFor()
    hours.push(await count())
  }
  await expect(live.getByRole('listitem').first()).toContainText('Trader')
  console.log(
    hours.map(({ heap, nodes, listeners }) => `${heap} B ${nodes} ${listeners}`).join('\n'),
  )
  const [first, last] = [hours[WARM_UP_H - 1], hours.at(-1)]
  if (!first || !last) throw new Error('nothing was measured')
  expect(last.heap - first.heap).toBeLessThan(HEAP_SLACK)
  expect(Math.abs(last.nodes - first.nodes)).toBeLessThan(0.05 * first.nodes)
  expect(Math.abs(last.listeners - first.listeners)).toBeLessThan(0.05 * first.listeners)
})
