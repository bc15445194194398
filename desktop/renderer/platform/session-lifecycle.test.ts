import { describe, expect, test } from 'bun:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import type { Session, SessionState } from './session.ts'
import { resetQueriesOnUserChange } from './session-lifecycle.ts'

const user = (id: number, nickname: string): SessionState => ({
  status: 'user',
  user: {
    id,
    nickname,
    email: 'a@example.com',
    uniqueCode: 'ABC234',
    created: '2026-11-01T00:00:00.000Z',
    loginCount: 1,
    lastLogin: '2026-11-01T00:00:00.000Z',
    loginMethod: 'local',
    lastVoteTime: 0,
    points: 0,
    is_admin: 0,
    exp: 1,
  },
})

/** A window with a personal and a public query in its cache. */
async function createWindow(initial: SessionState) {
  const state = createStore<SessionState>(() => initial)
  const session: Session = {
    state,
    accessToken: () => null,
    isUser: () => false,
    signal: () => new AbortController().signal,
    restore: async () => {},
    adopt: () => {},
    adoptAccess: () => {},
    end: () => null,
    owner: () => null,
    renew: async () => {},
  }
  const queries = new QueryClient()
  resetQueriesOnUserChange({ session, queries })
  const queryFn = () => 'data'
  await queries.fetchQuery({ queryKey: ['mine'], queryFn })
  await queries.fetchQuery({ queryKey: ['all'], queryFn, meta: { isPublic: true } })
  const cached = () => [queries.getQueryData(['mine']), queries.getQueryData(['all'])]
  return { state, queries, cached }
}

describe('personal queries', () => {
  test.each<[string, SessionState, SessionState]>([
    ['a logout', user(1, 'Mina'), { status: 'guest' }],
    ['a login', { status: 'guest' }, user(1, 'Mina')],
    ['a login of another user', user(1, 'Mina'), user(2, 'Jun')],
    ['a delayed session check', { status: 'checking', isHeldUp: true }, user(1, 'Mina')],
  ])('are reset by %s; public ones are not', async (_name, before, after) => {
    const { state, cached } = await createWindow(before)
    expect(cached()).toEqual(['data', 'data'])
    state.setState(after, true)
    expect(cached()).toEqual([undefined, 'data'])
  })

  test('are refetched where they are shown, unless the guest may not send them', async () => {
    const { state, queries } = await createWindow(user(1, 'Mina'))
    const fetched: string[] = []
    const observe = (name: string) => {
      const queryFn = () => {
        fetched.push(name)
        return name
      }
      const options = { queryKey: [name], queryFn, enabled: true }
      const observer = new QueryObserver(queries, options)
      observer.subscribe(() => {})
      return { observer, options }
    }
    observe('list')
    const post = observe('post')
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(fetched.splice(0)).toEqual(['list', 'post'])
    // A screen disables its query in the render after the logout.
    state.subscribe(() => post.observer.setOptions({ ...post.options, enabled: false }))
    state.setState({ status: 'guest' }, true)
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(fetched).toEqual(['list'])
  })

  test('come with a new summary, which follows the eligibility to vote', async () => {
    const { state, queries } = await createWindow({ status: 'checking', isHeldUp: false })
    const isStale = () => queries.getQueryState(['summary'])?.isInvalidated
    await queries.fetchQuery({ queryKey: ['summary'], queryFn: () => 1, meta: { isPublic: true } })
    state.setState(user(1, 'Mina'), true)
    expect(isStale()).toBe(false)
    state.setState({ status: 'guest' }, true)
    expect(isStale()).toBe(true)
  })

  test('stay while the user is the same', async () => {
    const { state, cached } = await createWindow(user(1, 'Mina'))
    state.setState(user(1, 'Mina the second'), true)
    expect(cached()).toEqual(['data', 'data'])
  })
})
