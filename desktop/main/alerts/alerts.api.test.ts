import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { createStore } from 'zustand/vanilla'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import type { SessionView } from '#desktop/bridge/shapes.ts'
import { createMarket } from '#desktop/main/market/market.ts'
import { createApiRequest, createJsonRequest } from '#desktop/main/server/api-requests.ts'
import type { Fetch } from '#desktop/shared/renewing-fetch.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { freshnessOf } from '#shared/rules/freshness.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import type { Person } from '#tests/support/test-server.ts'
import type { Notice } from './alert.ts'
import { readAlertState } from './alert-state.ts'
import { startAlerts } from './alerts.ts'

let server: PlannedServer
/** The signed-in user; tokens are renewed per request because the tests advance the clock by days. */
let person: Person
let offer = { hit: 0, miss: 0 }
let voteId = 0
let stored: unknown = null
let pendingRequests = 0
const notices: Notice[] = []
/** Stop functions of the started apps; a failed test leaves its app running. */
const running: (() => void)[] = []

beforeAll(async () => {
  server = await startPlannedServer([
    ['2026-11-19T00:00:00Z', 100_000],
    ['2026-11-26T00:00:00Z', 106_000],
    ['2026-11-30T00:00:00Z', 106_000],
  ])
  person = await newcomer(server, 'Minji')
})
afterEach(() => {
  for (const stop of running.splice(0)) stop()
})
afterAll(() => server.stop())

/** Starts the alerts on the real server; resolves when live and after the first check of votes. */
async function startApp() {
  const now = () => server.clock.now()
  const market = createMarket({
    apiOrigin: server.url,
    WebSocket,
    fetch,
    marketSnapshot: { read: () => null, write: () => {}, stop: () => {} },
    now,
    random: () => 0,
  })
  const first: SessionView = {
    isSignedIn: true,
    accessToken: person.token,
    tokenStorage: 'keychain',
  }
  const view = createStore(() => first)
  const userFetch: Fetch = (url, init) =>
    fetch(url, { ...init, headers: { authorization: `Bearer ${person.token}` } })
  const requestApi = createApiRequest(
    server.url,
    createJsonRequest(userFetch, new AbortController().signal),
  )
  const stop = startAlerts({
    market,
    session: {
      view,
      user: () => claimsOf(person.token),
      isRestored: () => true,
      async request(schema, path) {
        pendingRequests += 1
        try {
          person = await signedInAs(server, person.id)
          return await requestApi(schema, path)
        } finally {
          pendingRequests -= 1
        }
      },
    },
    settings: {
      store: createStore(() => DEFAULT_SETTINGS),
      locale: () => 'en-US',
      write: () => DEFAULT_SETTINGS,
    },
    notify: (notice) => notices.push(notice),
    accountAlerts: { show: async (_, notify) => notify(), flush: async () => {} },
    file: {
      read: () => stored,
      write(state) {
        stored = state
      },
    },
    now,
    zone: () => 'Asia/Seoul',
  })
  market.start()
  const app = {
    market,
    stop() {
      stop()
      market.stop()
    },
  }
  running.push(app.stop)
  await eventually(() => market.state.getState().link === 'live', { step })
  await eventually(() => readAlertState({ read: () => stored, write() {} }).settled !== null, {
    step,
  })
  return app
}

/** Does not advance the clock during a request: its token would expire on a slow machine. */
const step = () => {
  if (pendingRequests === 0) server.clock.advance(1000)
}
/** Votes at a price that is not stale, or else they are worth no points. */
const isPriceFresh = () => {
  const price = server.infrastructure.market.price()
  return price !== null && freshnessOf(server.clock.now() - price.time) !== 'stale'
}
const notificationsOf = (kind: string) => notices.filter((notice) => notice.kind === kind)

/** Simulates a sleep until an instant; resolves when the app is live again. */
async function jump(app: Awaited<ReturnType<typeof startApp>>, instant: string) {
  await eventually(() => pendingRequests === 0, { step })
  await server.jump(instant)
  app.market.wake()
  await eventually(() => app.market.state.getState().link === 'live', { step })
}

test('notifies once each of the closing round, the next round and the hit', async () => {
  let app = await startApp()
  expect(notices).toEqual([])

  await jump(app, '2026-11-22T23:30:00Z')
  await eventually(() => notificationsOf('closing').length === 1, { step })
  expect(notificationsOf('closing')[0]?.title).toBe('Calls close in 30 min')

  person = await signedInAs(server, person.id)
  await eventually(isPriceFresh, { step })
  const body = { targetDate: '2026-11-26T00:00:00.000Z', vote: 'up' }
  const reply = await person.api.call(CreateVoteReply, 'POST', '/votes', body)
  ;({ offer, id: voteId } = reply)

  await jump(app, '2026-11-23T00:00:05Z')
  await eventually(() => notificationsOf('opened').length === 1, { step })

  await jump(app, '2026-11-26T00:00:05Z')
  await eventually(() => notificationsOf('settled').length === 1, { step })
  expect(notificationsOf('settled')).toEqual([
    {
      kind: 'settled',
      title: `Your call was right: +${offer.hit} points`,
      body: expect.stringMatching(
        /^▲ Up, above [\d,]+\. Settled Thu, Nov 26, 2026, 09:00 \(UTC\+9\)\.$/,
      ),
      path: `/vote/view/${voteId}`,
      sound: 'default',
    },
  ])
  const before = notices.length
  app.stop()
  app = await startApp()
  await eventually(() => app.market.state.getState().price !== null, { step })
  expect(notices).toHaveLength(before)
})

test('reports a vote settled while the app was off at the next start', async () => {
  person = await signedInAs(server, person.id)
  await eventually(isPriceFresh, { step })
  const body = { targetDate: '2026-12-03T00:00:00.000Z', vote: 'down' }
  const { id } = await person.api.call(CreateVoteReply, 'POST', '/votes', body)
  const before = notificationsOf('settled').length
  await server.jump('2026-12-03T00:00:05Z')
  person = await signedInAs(server, person.id)
  for (let tries = 0; tries < 20; tries++) {
    step()
    await server.services.sweeper.run()
  }
  await startApp()
  await eventually(() => notificationsOf('settled').length === before + 1, { step })
  expect(notificationsOf('settled').at(-1)).toMatchObject({ path: `/vote/view/${id}` })
  expect(notificationsOf('settled').at(-1)?.title).toStartWith('Your call was wrong: −')
})
