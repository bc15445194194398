import { expect, test } from 'bun:test'
import { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { createApiClient } from '#desktop/shared/api-client.ts'
import type { LiveUpdate } from '#desktop/shared/market-state.ts'
import { createServerClock } from '#desktop/shared/server-clock.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import {
  at,
  SAMPLE_NOW,
  sampleHello,
  samplePrice,
  sampleSummary,
} from '#tests/support/market-samples.ts'
import { createLive } from './live.ts'
import { summaryQuery } from './summary-query.ts'

/** A window whose request for the summary waits for `respond`. */
function openWindow() {
  const clock = createServerClock(() => 0)
  const queries = new QueryClient()
  const live = createLive(clock, queries)
  const reply = Promise.withResolvers<Response>()
  const api = createApiClient({ origin: 'https://api.example', fetcher: () => reply.promise })
  return {
    clock,
    queries,
    live,
    /** As startLiveUpdates does. */
    receive: (update: LiveUpdate) => queries.setQueryData(queryKeys.summary, live.receive(update)),
    summary: () => queries.getQueryData<VoteSummary>(queryKeys.summary),
    fetchSummary: () => queries.fetchQuery(summaryQuery({ api, live })),
    respond: (summary: VoteSummary) => reply.resolve(Response.json(summary)),
  }
}

const summaryFrame = (after: number) =>
  ({ type: 'summary', seq: 2, serverDate: at(after), summary: sampleSummary(after) }) as const

test('a summary that was fetched before a frame and arrives after it sets nothing back', async () => {
  const { receive, summary, fetchSummary, respond } = openWindow()
  const fetched = fetchSummary()
  receive(sampleHello(1))
  receive(summaryFrame(2_000))
  respond(sampleSummary(1_000, samplePrice('1', 1_000)))
  expect(await fetched).toEqual(sampleSummary(2_000))
  expect(summary()).toEqual(sampleSummary(2_000))
})

test('a frame that is older than a fetched summary sets nothing back', async () => {
  const { live, receive, summary, fetchSummary, respond } = openWindow()
  respond(sampleSummary(2_000, samplePrice('2', 2_000)))
  await fetchSummary()
  receive(sampleHello(1, sampleSummary(1_000, samplePrice('1', 1_000))))
  receive(summaryFrame(1_500))
  expect(summary()?.serverDate).toBe(at(2_000))
  expect(live.price.getState()?.value).toBe('2')
})

test('a stored summary of a faster clock is replaced by the first reply', async () => {
  const { queries, live, summary, fetchSummary, respond } = openWindow()
  queries.setQueryData(queryKeys.summary, sampleSummary(3_600_000))
  live.price.setState(samplePrice('9', 3_600_000), true)
  respond(sampleSummary(1_000, samplePrice('1', 1_000)))
  await queries.invalidateQueries({ queryKey: queryKeys.summary })
  await fetchSummary()
  expect(summary()?.serverDate).toBe(at(1_000))
  expect(live.price.getState()?.value).toBe('1')
})

test('the clock follows messages and summaries, and the link follows the connection', () => {
  const { clock, live } = openWindow()
  live.receive({ type: 'link', link: 'polling' })
  live.receive({ type: 'polled', summary: sampleSummary() })
  expect([clock.now(), live.link.getState()]).toEqual([SAMPLE_NOW, 'polling'])
  live.receive({ type: 'heartbeat', seq: 1, serverDate: at(1_000) })
  expect([clock.now(), live.link.getState()]).toEqual([SAMPLE_NOW + 1_000, 'live'])
})

test('publishes a change of texts, a greeting and missed changes, and no renamed user', () => {
  const { live } = openWindow()
  const change = { type: 'content', seq: 2, serverDate: at(1_000), id: 1 } as const
  let changes = 0
  live.onContent(() => {
    changes += 1
  })
  live.receive(sampleHello(1))
  live.receive({ ...change, target: 'post' })
  live.receive({ ...change, target: 'user' })
  live.receive({ ...change, target: 'user', texts: true })
  expect(changes).toBe(3)
  live.receive({ type: 'missed', seq: 3, serverDate: at(2_000) })
  expect(changes).toBe(4)
})
