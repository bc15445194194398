import { expect, test } from 'bun:test'
import { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { eventually } from '#tests/support/eventually.ts'
import { CHANNEL, publishOwnVoteChange, refetchOwnVoteChanges } from './own-vote-changes.ts'
import { queryKeys } from './query-keys.ts'
import type { Session, SessionState } from './session.ts'

const user = (id: number, lastVoteTime: number): SessionState => ({
  status: 'user',
  user: {
    id,
    nickname: 'Mina',
    email: 'a@example.com',
    uniqueCode: 'ABC234',
    created: '2026-11-01T00:00:00.000Z',
    loginCount: 1,
    lastLogin: '2026-11-01T00:00:00.000Z',
    loginMethod: 'local',
    lastVoteTime,
    points: 0,
    is_admin: 0,
    exp: 1,
  },
})

const OWN = queryKeys.votes.own(1)
const LIST = queryKeys.votes.list('all', 1, null)

/** A window of user 1 with the own votes, a list of votes and the ranking in its cache. */
function openWindow() {
  const state = createStore<SessionState>(() => user(1, 0))
  const session: Session = {
    state,
    accessToken: () => null,
    isUser: () => true,
    signal: () => new AbortController().signal,
    restore: async () => {},
    adopt: () => {},
    adoptAccess: () => {},
    end: () => null,
    owner: () => null,
    renew: async () => {},
  }
  const queries = new QueryClient()
  for (const key of [OWN, LIST, queryKeys.ranking.all]) queries.setQueryData(key, 'data')
  refetchOwnVoteChanges({ session, queries })
  const outdated = () =>
    [OWN, LIST, queryKeys.ranking.all].filter((key) => queries.getQueryState(key)?.isInvalidated)
  return { state, outdated }
}

test('votes are refetched when a new access token of the same user has a new vote', () => {
  const { state, outdated } = openWindow()
  state.setState(user(1, 0), true)
  expect(outdated()).toEqual([])
  state.setState(user(1, 1_000), true)
  expect(outdated()).toEqual([OWN, LIST])
})

test('another user resets the cache elsewhere', () => {
  const { state, outdated } = openWindow()
  state.setState(user(2, 1_000), true)
  expect(outdated()).toEqual([])
})

test('own votes are refetched after a change in another window, and not after the own message', async () => {
  const { outdated } = openWindow()
  const other = new BroadcastChannel(CHANNEL)
  let received = 0
  other.onmessage = () => {
    received += 1
  }
  publishOwnVoteChange()
  await eventually(() => received === 1)
  expect(outdated()).toEqual([])
  other.postMessage(null)
  await eventually(() => outdated().length > 0)
  expect(outdated()).toEqual([OWN])
  other.close()
})
