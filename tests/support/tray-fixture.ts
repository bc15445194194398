import { createStore } from 'zustand/vanilla'
import { DEFAULT_SETTINGS, type DesktopSettings } from '#desktop/bridge/settings.ts'
import type { SessionView } from '#desktop/bridge/shapes.ts'
import type { IconPanel } from '#desktop/main/tray/digit-icon.ts'
import { createTray } from '#desktop/main/tray/tray.ts'
import type { MarketState } from '#desktop/shared/market-state.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { createFakeTray } from './fake-tray.ts'
import { SAMPLE_NOW, samplePrice, sampleSummary } from './market-samples.ts'

/** Fake session, settings and actions. */
export function createUserDeps() {
  const settings = createStore<DesktopSettings>(() => DEFAULT_SETTINGS)
  const session = createStore<SessionView>(() => ({
    isSignedIn: false,
    accessToken: null,
    tokenStorage: 'keychain',
  }))
  const isMiniShown = createStore(() => settings.getState().isMiniOpen)
  settings.subscribe(({ isMiniOpen }) => isMiniShown.setState(isMiniOpen, true))
  const current: { user: UserClaims | null } = { user: null }
  const actionsRun: string[] = []
  return {
    settings: { store: settings, locale: (): Locale => settings.getState().locale ?? 'en-US' },
    isMiniShown,
    session: { view: session, user: () => current.user },
    actions: {
      open: (path?: string) => actionsRun.push(`open ${path ?? ''}`),
      vote: (direction: string) => actionsRun.push(`vote ${direction}`),
      showChart: () => actionsRun.push('chart'),
      toggleMini: () => actionsRun.push('mini'),
      toggleMute: () => actionsRun.push('mute'),
      quit: () => actionsRun.push('quit'),
    },
    actionsRun,
    signIn(user: UserClaims) {
      current.user = user
      session.setState({ ...session.getState(), isSignedIn: true }, true)
    },
  }
}

/** A tray on a fake system with a controllable market and user. */
export function createTrayFixture(system: string, price: string | null = '66000.00') {
  const electron = createFakeTray()
  const { actionsRun, signIn, ...deps } = createUserDeps()
  const view = createStore<MarketState>(() => ({
    summary: sampleSummary(),
    price: price === null ? null : samplePrice(price),
    link: 'live',
    receivedAt: SAMPLE_NOW,
  }))
  const panel: IconPanel = { size: 16, zoom: 1, theme: 'dark' }
  const tray = createTray({
    ownVotes: createStore(() => null),
    ...electron,
    ...deps,
    panel: () => ({ ...panel }),
    system,
    iconFolder: '/icons',
    market: { state: view, now: () => Date.now() },
    now: () => Date.now(),
    zone: () => 'Asia/Seoul',
  })
  return {
    ...electron,
    tray,
    panel,
    actionsRun,
    settings: deps.settings.store,
    tick: (value: string) =>
      view.setState(
        { ...view.getState(), price: samplePrice(value, Date.now() - SAMPLE_NOW) },
        true,
      ),
    setLink: (link: MarketState['link']) => view.setState({ ...view.getState(), link }, true),
    signIn,
  }
}
