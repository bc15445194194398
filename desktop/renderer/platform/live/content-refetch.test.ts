import { expect, test } from 'bun:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { SAMPLE_NOW } from '#tests/support/market-samples.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createContentRefetch } from './content-refetch.ts'

const OWN = 7
const KEYS = {
  summary: queryKeys.summary,
  sessions: queryKeys.sessions(OWN),
  identities: queryKeys.identities(OWN),
  search: queryKeys.search({ q: 'btc', kind: null, author: null }, OWN),
  ownVotes: queryKeys.votes.own(OWN),
  unseen: queryKeys.notifications.unseen(OWN),
  rankers: queryKeys.rankers,
  votes: queryKeys.votes.list('all', 1, null),
  thread: queryKeys.threads.of({ target: 'vote', id: 3 }),
}
const NAMES = ['rankers', 'votes', 'thread']
const LISTS = Object.keys(KEYS).filter((name) => name !== 'summary')

/** A window of user 7 that shows all of KEYS. */
function openWindow() {
  const clock = testClock(SAMPLE_NOW)
  const queries = new QueryClient()
  const fetched: string[] = []
  for (const [name, queryKey] of Object.entries(KEYS)) {
    queries.setQueryData(queryKey, name)
    const queryFn = async () => {
      fetched.push(name)
      return name
    }
    const options = { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }
    new QueryObserver(queries, options).subscribe(() => {})
  }
  const refetch = createContentRefetch({
    queries,
    isOwn: (id) => id === OWN,
    after: clock.after,
    random: () => 0.5,
  })
  return { clock, refetch: refetch.onChange, onMissed: refetch.onMissed, fetched }
}

test('a change of another user refetches once, after a random wait, what shows names', () => {
  const { clock, refetch, fetched } = openWindow()
  refetch({ target: 'user', id: 8 })
  clock.advance(500)
  refetch({ target: 'user', id: 9 })
  clock.advance(499)
  expect(fetched).toEqual([])
  clock.advance(1)
  expect(fetched).toEqual(NAMES)
  clock.advance(10_000)
  expect(fetched).toEqual(NAMES)
  refetch({ target: 'user', id: 8 })
  clock.advance(1_000)
  expect(fetched).toEqual([...NAMES, ...NAMES])
})

test.each([
  ['a hidden text', { target: 'post', id: 8 }],
  ['a ban or deletion, which hides texts,', { target: 'user', id: 8, texts: true }],
  ['a change of the user of the window, as by a moderator,', { target: 'user', id: OWN }],
] as const)('%s refetches all lists at once', (_, change) => {
  const { refetch, fetched } = openWindow()
  refetch(change)
  expect(fetched).toEqual(LISTS)
})

test('missed changes refetch all lists once, after a random wait', () => {
  const { clock, onMissed, fetched } = openWindow()
  onMissed()
  onMissed()
  clock.advance(999)
  expect(fetched).toEqual([])
  clock.advance(10_000)
  expect(fetched).toEqual(LISTS)
})
