import { createStore } from 'zustand/vanilla'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import type { SessionView } from '#desktop/bridge/shapes.ts'
import { createApiRequest, createJsonRequest } from '#desktop/main/server/api-requests.ts'
import type { MainSession } from '#desktop/main/session/session.ts'
import type { LiveUpdate, MarketState } from '#desktop/shared/market-state.ts'
import type { BriefAlert, LevelAlert } from '#shared/contract/alerts.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { Notification, ThreadNotice } from '#shared/contract/notifications.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { createAccountAlerts } from './account-alerts.ts'
import type { Notice } from './alert.ts'
import { startApi, user } from './alert-api.fixture.ts'
import { price, SATURDAY, summary } from './alert-samples.fixture.ts'
import { startAlerts } from './alerts.ts'

type Unsequenced<Message> = Message extends StreamMessage
  ? Omit<Message, 'seq' | 'serverDate'>
  : never

/**
 * Alerts on a controllable market, session, clock and API. `accountAlerts` takes the place of the
 * switches, which otherwise apply at once and to guests too.
 */
export function createAlertFixture(accountAlerts?: typeof createAccountAlerts) {
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
  const { account } = api
  const listeners = new Set<(update: LiveUpdate) => void>()
  const notices: Notice[] = []
  const pending = new Set<Promise<unknown>>()
  let currentUser: UserClaims | null = null
  let isKeychainRead = true
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
  const request: MainSession['request'] = (schema, path) => {
    const reply = requestApi(schema, path)
    pending.add(reply)
    reply.then(
      () => pending.delete(reply),
      () => pending.delete(reply),
    )
    return reply
  }

  let stop = () => {}
  const start = () => {
    const mainSession = {
      view: session,
      user: () => currentUser,
      isRestored() {
        const { isSignedIn, accessToken } = session.getState()
        return isKeychainRead && isSignedIn === (accessToken !== null)
      },
      request,
    }
    const zone = () => 'Asia/Seoul'
    stop = startAlerts({
      market: {
        state: view,
        now: () => now,
        onUpdate(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      session: mainSession,
      settings: {
        store: settings,
        locale: () => locale,
        write(part) {
          settings.setState(part)
          return settings.getState()
        },
      },
      notify: (notice) => notices.push(notice),
      accountAlerts: accountAlerts?.({ session: mainSession, now: () => now, zone }) ?? {
        show: async (kind, notify) => {
          if (kind === 'level' || kind === 'brief' || account[kind]) notify()
        },
        flush: async () => {},
      },
      file: {
        read: () => stored,
        write(state) {
          if (isFull) throw new Error('ENOSPC')
          stored = JSON.parse(JSON.stringify(state))
        },
      },
      now: () => local,
      zone,
    })
  }
  /** Resolves when all requests are answered and their results are applied. */
  const settle = async () => {
    while (pending.size > 0) await Promise.allSettled([...pending])
    await new Promise((resolve) => setTimeout(resolve, 0))
  }

  const publish = (message: Unsequenced<StreamMessage>, sentAt = now) => {
    seq += 1
    const sequenced = { seq, serverDate: new Date(sentAt).toISOString() }
    // Like the market, updates the state before it emits the message.
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
  const publishNotification = (part: Partial<Notification> & Pick<Notification, 'kind'>) => {
    const about = { round: null, vote: null, season: null, security: null, ...part }
    const created = new Date(now).toISOString()
    publish({ type: 'alert', notification: { id: 1, created, isNew: true, ...about } })
  }
  return {
    api,
    settings,
    account,
    view,
    notices,
    start,
    stop: () => stop(),
    restart() {
      stop()
      start()
    },
    publish,
    kinds: () => notices.map(({ kind }) => kind),
    hello: (of: VoteSummary = summary()) => publish({ type: 'hello', stream: 'x', summary: of }),
    price: (value: string) =>
      publish({ type: 'price', price: price(value, { time: new Date(now).toISOString() }) }),
    /** The server has created a notification. */
    notification: publishNotification,
    /** The server has notified of a crossed level. */
    alert: (level: LevelAlert) => publishNotification({ kind: 'level', level }),
    /** The server has created a brief. */
    brief: (brief: BriefAlert) => publishNotification({ kind: 'brief', brief }),
    /** The server has notified of replies. */
    thread: (kind: 'reply' | 'mention', thread: ThreadNotice) =>
      publishNotification({ kind, thread }),
    settle,
    setKeychainRead(isRead: boolean) {
      isKeychainRead = isRead
      session.setState({})
    },
    /** The keychain holds a session; its first renewal is pending. */
    readSession() {
      isKeychainRead = true
      session.setState({ isSignedIn: true, accessToken: null, tokenStorage: 'keychain' }, true)
    },
    signIn(id: number, lastVoteTime = 0) {
      currentUser = user(id, lastVoteTime)
      session.setState({ isSignedIn: true, accessToken: `${id}`, tokenStorage: 'keychain' }, true)
    },
    signOut() {
      currentUser = null
      session.setState({ isSignedIn: false, accessToken: null, tokenStorage: 'keychain' }, true)
    },
    setTime(instant: number) {
      now = instant
    },
    /** Advances the local clock. */
    advance(milliseconds: number) {
      local += milliseconds
    },
    setLocale(next: Locale) {
      locale = next
    },
    store(value: unknown) {
      stored = value
    },
    fillDisk() {
      isFull = true
    },
    listenerCount: () => listeners.size,
    async close() {
      stop()
      await settle()
      await server.stop(true)
    },
  }
}
