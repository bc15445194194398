import { createStore } from 'zustand/vanilla'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import type { SessionView } from '#desktop/bridge/shapes.ts'
import { createApiRequest, createJsonRequest } from '#desktop/main/server/api-requests.ts'
import type { MainSession } from '#desktop/main/session/session.ts'
import type { LiveUpdate, MarketState } from '#desktop/shared/market-state.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { Notice } from './alert.ts'
import { price, SATURDAY, summary } from './alert-samples.fixture.ts'
import { startAlerts } from './alerts.ts'

type Unsequenced<Message> = Message extends StreamMessage
  ? Omit<Message, 'seq' | 'serverDate'>
  : never

const user = (id: number, lastVoteTime: number): UserClaims => ({
  id,
  nickname: 'Minji',
  email: 'minji@example.com',
  uniqueCode: 'ABC123',
  created: '2026-01-01T00:00:00.000Z',
  loginCount: 1,
  lastLogin: '2026-11-21T00:00:00.000Z',
  loginMethod: 'local',
  lastVoteTime,
  points: 0,
  is_admin: 0,
  exp: 0,
})

/** An API that knows one person, and counts what it is asked. */
function startApi() {
  const api = {
    votes: [] as OwnVote[],
    /** What the database says, whatever the token does. */
    lastVoteTime: 0,
    isDown: false,
    /** Something between answers for it, as the sign-in page of a hotel does. */
    isHidden: false,
    asked: { votes: 0, profile: 0 },
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      const what = pathname.endsWith('/votes') ? 'votes' : 'profile'
      api.asked[what] += 1
      if (api.isDown) return new Response('bad gateway', { status: 502 })
      if (api.isHidden) return new Response('<p>Welcome</p>')
      if (what === 'votes') return Response.json(api.votes)
      const { exp: _, ...voter } = user(7, api.lastVoteTime)
      return Response.json({ ...voter, settledVotes: 0, rank: null })
    },
  })
  return { api, server }
}

/** Alerts on a market, a session and an API that are in the hand of a test. */
export function alertRig() {
  const { api, server } = startApi()
  const view = createStore<MarketState>(() => ({
    summary: null,
    price: null,
    link: 'live',
    receivedAt: null,
  }))
  const session = createStore<SessionView>(() => ({
    isSignedIn: false,
    accessToken: null,
    tokenStorage: 'keychain',
  }))
  const settings = createStore(() => DEFAULT_SETTINGS)
  const listeners = new Set<(update: LiveUpdate) => void>()
  const notices: Notice[] = []
  const asking = new Set<Promise<unknown>>()
  let present: UserClaims | null = null
  let now = SATURDAY
  let local = 0
  let locale: Locale = 'en-US'
  let seq = 0
  let stored: unknown = null
  let isFull = false

  const requestApi = createApiRequest(
    server.url.origin,
    createJsonRequest(fetch, new AbortController().signal),
  )
  const ask: MainSession['request'] = (schema, path) => {
    const answer = requestApi(schema, path)
    asking.add(answer)
    answer.then(
      () => asking.delete(answer),
      () => asking.delete(answer),
    )
    return answer
  }

  const start = () =>
    startAlerts({
      market: {
        state: view,
        now: () => now,
        onUpdate(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      session: { view: session, user: () => present, request: ask },
      settings: { store: settings, locale: () => locale },
      notify: (notice) => notices.push(notice),
      file: {
        read: () => stored,
        write(state) {
          if (isFull) throw new Error('ENOSPC')
          stored = JSON.parse(JSON.stringify(state))
        },
      },
      now: () => local,
      zone: () => 'Asia/Seoul',
    })

  const say = (message: Unsequenced<StreamMessage>, saidAt = now) => {
    seq += 1
    const sequenced = { seq, serverDate: new Date(saidAt).toISOString() }
    // As the market does: what it heard is in the view before the message is handed on.
    view.setState(
      {
        ...view.getState(),
        receivedAt: now,
        ...('summary' in message && { summary: message.summary }),
        ...('price' in message && { price: message.price }),
      },
      true,
    )
    for (const listener of [...listeners]) listener({ ...message, ...sequenced })
  }
  return {
    api,
    settings,
    view,
    notices,
    start,
    say,
    kinds: () => notices.map(({ kind }) => kind),
    hello: (of: VoteSummary = summary()) => say({ type: 'hello', stream: 'x', summary: of }),
    price: (value: string) =>
      say({ type: 'price', price: price(value, { time: new Date(now).toISOString() }) }),
    /** Waits until every question that was asked has its answer, and what follows from it. */
    async answered() {
      while (asking.size > 0) await Promise.allSettled([...asking])
      await new Promise((resolve) => setTimeout(resolve, 0))
    },
    signIn(id: number, lastVoteTime = 0) {
      present = user(id, lastVoteTime)
      session.setState({ isSignedIn: true, accessToken: `${id}`, tokenStorage: 'keychain' }, true)
    },
    signOut() {
      present = null
      session.setState({ isSignedIn: false, accessToken: null, tokenStorage: 'keychain' }, true)
    },
    at(instant: number) {
      now = instant
    },
    /** The local clock goes on. */
    later(milliseconds: number) {
      local += milliseconds
    },
    speak(next: Locale) {
      locale = next
    },
    keep(value: unknown) {
      stored = value
    },
    fillDisk() {
      isFull = true
    },
    listeners: () => listeners.size,
    end: () => server.stop(true),
  }
}
