import { describe, expect, test } from 'bun:test'
import { createStore } from 'zustand/vanilla'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import type { MarketView } from '#desktop/main/market/market.ts'
import { appCalls } from './handlers.ts'
import { tellWindows } from './ipc.ts'

const caller = { id: 1, mainFrame: {}, send() {}, once() {}, isDestroyed: () => false }
const guest = { isSignedIn: false, accessToken: null, keeping: 'kept' as const }

function calls(view: Partial<MarketView> = {}) {
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
  const market = { summary: null, price: null, link: 'connecting' as const, heardAt: null, ...view }
  const made = appCalls({
    apiOrigin: 'https://api.example',
    version: '1.2.3',
    system: 'linux',
    settings,
    session: { view: createStore(() => guest) },
    market: { view: createStore<MarketView>(() => market) },
    windows: {
      showMain: (path) => done.push(`show ${path}`),
      nowListens: (page) => {
        done.push(page)
        return page === caller
      },
    },
    updates: { ready: () => '2.0.0', install: () => done.push('install') },
    untoldExpiry: { take: () => 'oldRefreshToken' },
  })
  return { made, done, settings }
}

describe('what a window may ask of the app', () => {
  test('what it has to know before it draws; from then on it listens', () => {
    const { made, done } = calls()
    expect(made['app:start'](caller)).toEqual({
      apiOrigin: 'https://api.example',
      version: '1.2.3',
      system: 'linux',
      settings: DEFAULT_SETTINGS,
      session: guest,
      lastKnown: null,
      update: '2.0.0',
      expiry: 'oldRefreshToken',
    })
    expect(done).toEqual([caller])
  })

  test('why the session ended, but not in the mini ticker', async () => {
    const { expiry } = await calls().made['app:start']({ ...caller, id: 2 })
    expect(expiry).toBeNull()
  })

  test('what was last known of the market, once anything is', async () => {
    const { made } = calls({ heardAt: 5 })
    const { lastKnown } = await made['app:start'](caller)
    expect(lastKnown).toEqual({ summary: null, price: null, heardAt: 5 })
  })

  test('to write settings, to show the main window and to install an update', () => {
    const { made, done } = calls()
    expect(made['settings:write'](caller, { isMuted: true })).toEqual({
      ...DEFAULT_SETTINGS,
      isMuted: true,
    })
    made['window:open'](caller, '/vote')
    made['update:install'](caller)
    expect(done).toEqual(['show /vote', 'install'])
  })
})

test('every window is told of a changed setting and of the session, until the end', () => {
  const { settings } = calls()
  const told: unknown[] = []
  const listeners = new Set<(news: typeof guest & { expiry: null }) => void>()
  const stop = tellWindows({
    settings,
    session: {
      onNews(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    windows: { tell: (...news) => void told.push(news) },
  })
  settings.write({ isMuted: true })
  for (const listener of listeners) listener({ ...guest, expiry: null })
  stop()
  settings.write({ isMuted: false })
  expect(told).toEqual([
    ['settings:changed', { ...DEFAULT_SETTINGS, isMuted: true }],
    ['session:changed', { ...guest, expiry: null }],
  ])
  expect(listeners.size).toBe(0)
})
