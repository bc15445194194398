import { expect, test } from 'bun:test'
import { createStore } from 'zustand/vanilla'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import { createMarket } from '#desktop/main/market/market.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createFakeTray } from '#tests/support/fake-tray.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { createTray } from './tray.ts'

test("the tray follows the server's market across a new period and a stopped server", async () => {
  const server = await startTestServer()
  const electron = createFakeTray()
  const now = () => server.clock.now()
  const market = createMarket({
    apiOrigin: server.url,
    WebSocket,
    fetch,
    lastKnown: { read: () => null, write: () => {}, stop: () => {} },
    now,
    random: () => 0,
  })
  const tray = createTray({
    ownVotes: createStore(() => null),
    ...electron,
    system: 'linux',
    iconFolder: '/icons',
    market,
    settings: { store: createStore(() => DEFAULT_SETTINGS), locale: () => 'en-US' },
    session: {
      view: createStore(() => ({
        isSignedIn: false,
        accessToken: null,
        tokenStorage: 'keychain' as const,
      })),
      user: () => null,
    },
    actions: {
      open: () => {},
      vote: () => {},
      showChart: () => {},
      toggleMini: () => {},
      toggleMute: () => {},
      quit: () => {},
    },
    now,
    zone: () => 'UTC',
  })
  expect(electron.seen.tooltip).toBe('Tidemark\nNo price yet')

  market.start()
  const step = () => server.clock.advance(1_000)
  await eventually(() => electron.seen.tooltip.includes('BTC/USDT'), { step })
  expect(electron.seen.tooltip).toMatch(/^Tidemark BTC\/USDT [\d,]+\.\d\d\n[▲■▼] .*% from/)
  expect(electron.seen.tooltip).toEndWith('Simulated prices')
  expect(electron.menu().labels()).toContain('Target Thu, Nov 26, 2026, 00:00 (UTC)')

  await server.jump('2026-11-23T00:00:05.000Z')
  await eventually(
    () => electron.menu().labels().includes('Target Mon, Nov 30, 2026, 00:00 (UTC)'),
    { step },
  )

  await server.stop()
  await eventually(() => electron.seen.tooltip.includes('Offline'), { step })
  tray.destroy()
  market.stop()
})
