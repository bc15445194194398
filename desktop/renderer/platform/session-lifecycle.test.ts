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

/** A window of `first` with something in its cache of the person's, and something of everybody's. */
async function windowOf(first: SessionState) {
  const state = createStore<SessionState>(() => first)
  const session: Session = {
    state,
    accessToken: () => null,
    restore: async () => {},
    adopt: () => {},
    adoptAccess: () => {},
    end: () => null,
    call: () => Promise.reject(new Error('nothing is called')),
  }
  const queries = new QueryClient()
  resetQueriesOnUserChange({ session, queries })
  const queryFn = () => 'known'
  await queries.fetchQuery({ queryKey: ['mine'], queryFn })
  await queries.fetchQuery({ queryKey: ['all'], queryFn, meta: { isPublic: true } })
  const known = () => [queries.getQueryData(['mine']), queries.getQueryData(['all'])]
  return { state, queries, known }
}

describe('what the server said to one person', () => {
  test.each<[string, SessionState, SessionState]>([
    ['a logout', user(1, 'Mina'), { status: 'guest' }],
    ['a login', { status: 'guest' }, user(1, 'Mina')],
    ['a login of somebody else', user(1, 'Mina'), user(2, 'Jun')],
    ['a check that came late', { status: 'checking', isHeldUp: true }, user(1, 'Mina')],
  ])('is forgotten at %s; what everybody gets is kept', async (_name, before, after) => {
    const { state, known } = await windowOf(before)
    expect(known()).toEqual(['known', 'known'])
    state.setState(after, true)
    expect(known()).toEqual([undefined, 'known'])
  })

  test('is asked for again where it is shown, but not where a guest may not ask', async () => {
    const { state, queries } = await windowOf(user(1, 'Mina'))
    const asked: string[] = []
    const watch = (name: string) => {
      const queryFn = () => {
        asked.push(name)
        return name
      }
      const options = { queryKey: [name], queryFn, enabled: true }
      const observer = new QueryObserver(queries, options)
      observer.subscribe(() => {})
      return { observer, options }
    }
    watch('list')
    const post = watch('post')
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(asked.splice(0)).toEqual(['list', 'post'])
    // As a screen does when it hears of the logout, right after.
    state.subscribe(() => post.observer.setOptions({ ...post.options, enabled: false }))
    state.setState({ status: 'guest' }, true)
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(asked).toEqual(['list'])
  })

  test('is kept while it is the same person', async () => {
    const { state, known } = await windowOf(user(1, 'Mina'))
    state.setState(user(1, 'Mina the second'), true)
    expect(known()).toEqual(['known', 'known'])
  })
})
