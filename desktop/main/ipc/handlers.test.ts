import { describe, expect, test } from 'bun:test'
import { createStore } from 'zustand/vanilla'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import type { MarketState } from '#desktop/shared/market-state.ts'
import { appHandlers } from './handlers.ts'
import { forwardEvents } from './ipc.ts'

const caller = { id: 1, mainFrame: {}, send() {}, once() {}, isDestroyed: () => false }
const guest = { isSignedIn: false, accessToken: null, tokenStorage: 'keychain' as const }

function createHandlers(state: Partial<MarketState> = {}) {
  const done: unknown[] = []
  const store = createStore(() => DEFAULT_SETTINGS)
  const settings = {
    store,
    locale: () => 'en-US' as const,
    write(part: Partial<typeof DEFAULT_SETTINGS>) {
      store.setState({ ...store.getState(), ...part }, true)
      return store.getState()
    },
  }
  const market = {
    summary: null,
    price: null,
    link: 'connecting' as const,
    receivedAt: null,
    ...state,
  }
  const handlers = appHandlers({
    apiOrigin: 'https://api.example',
    version: '1.2.3',
    system: 'linux',
    isWayland: false,
    settings,
    session: { view: createStore(() => guest) },
    market: { state: createStore<MarketState>(() => market) },
    windows: {
      showMain: (path) => done.push(`show ${path}`),
      showPanel: (panel) => done.push(panel),
      markReady: (page) => {
        done.push(page)
        return page === caller
      },
    },
    updates: { ready: () => '2.0.0', install: () => done.push('install') },
    pendingSessionNotice: { take: () => 'oldRefreshToken' },
  })
  return { handlers, done, settings }
}

describe('app handlers', () => {
  test('app:start returns the start info and marks the window ready', () => {
    const { handlers, done } = createHandlers()
    expect(handlers['app:start'](caller)).toEqual({
      apiOrigin: 'https://api.example',
      version: '1.2.3',
      system: 'linux',
      isWayland: false,
      settings: DEFAULT_SETTINGS,
      session: guest,
      marketSnapshot: null,
      update: '2.0.0',
      expiry: 'oldRefreshToken',
    })
    expect(done).toEqual([caller])
  })

  test('app:start gives the pending session notice to the main window only', async () => {
    const { expiry } = await createHandlers().handlers['app:start']({ ...caller, id: 2 })
    expect(expiry).toBeNull()
  })

  test('app:start returns the last known market data', async () => {
    const { handlers } = createHandlers({ receivedAt: 5 })
    const { marketSnapshot } = await handlers['app:start'](caller)
    expect(marketSnapshot).toEqual({ summary: null, price: null, receivedAt: 5 })
  })

  test('write settings, show the main window or the chart, and install an update', () => {
    const { handlers, done } = createHandlers()
    expect(handlers['settings:write'](caller, { isMuted: true })).toEqual({
      ...DEFAULT_SETTINGS,
      isMuted: true,
    })
    handlers['window:open'](caller, '/vote')
    handlers['window:panel'](caller, 'chart')
    handlers['update:install'](caller)
    expect(done).toEqual(['show /vote', 'chart', 'install'])
  })
})

test('forwards changes of settings and session until stopped', () => {
  const { settings } = createHandlers()
  const sent: unknown[] = []
  const listeners = new Set<(change: typeof guest & { expiry: null }) => void>()
  const stop = forwardEvents({
    settings,
    session: {
      onChange(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    windows: { send: (...event) => void sent.push(event) },
  })
  settings.write({ isMuted: true })
  for (const listener of listeners) listener({ ...guest, expiry: null })
  stop()
  settings.write({ isMuted: false })
  expect(sent).toEqual([
    ['settings:changed', { ...DEFAULT_SETTINGS, isMuted: true }],
    ['session:changed', { ...guest, expiry: null }],
  ])
  expect(listeners.size).toBe(0)
})
