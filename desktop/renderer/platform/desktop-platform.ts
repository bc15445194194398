import { createStore } from 'zustand/vanilla'
import type { DesktopBridge } from '#desktop/bridge/bridge.ts'
import type { StartInfo } from '#desktop/bridge/shapes.ts'
import { createDesktopLive } from './desktop-live.ts'
import { desktopVault } from './desktop-vault.ts'
import type { DesktopFeatures, Platform } from './platform.ts'
import { preferences } from './preferences.ts'
import { loadAdSlots } from './site.ts'

function desktopFeatures(bridge: DesktopBridge, info: StartInfo): DesktopFeatures {
  const settings = createStore(() => info.settings)
  const tokenStorage = createStore(() => info.session.tokenStorage)
  const update = createStore(() => info.update)
  bridge.onSettings((next) => settings.setState(next, true))
  bridge.onSession((change) => tokenStorage.setState(change.tokenStorage, true))
  bridge.onUpdate((version) => update.setState(version, true))
  return {
    version: info.version,
    system: info.system,
    isWayland: info.isWayland,
    settings,
    tokenStorage,
    update,
    async writeSettings(part) {
      const before = settings.getState()
      // Optimistic: reverted when the main process could not save it.
      settings.setState({ ...before, ...part }, true)
      try {
        settings.setState(await bridge.writeSettings(part), true)
      } catch (error) {
        settings.setState(before, true)
        throw error
      }
    },
    installUpdate: async () => {
      await bridge.installUpdate()
    },
    openChartWindow: () => {
      bridge.openChartWindow().catch(() => {})
    },
    openMainWindow: (path) => {
      bridge.openMainWindow(path).catch(() => {})
    },
  }
}

/** The desktop app: privileged work goes to the main process through the bridge. */
export function desktopPlatform(bridge: DesktopBridge, info: StartInfo): Platform {
  return {
    kind: 'desktop',
    apiOrigin: info.apiOrigin,
    adSlots: loadAdSlots(preferences),
    vault: desktopVault(bridge, info.session),
    preferences,
    // Only the session's renewal needs a lock, and the main process does that.
    withLock: (_name, task) => task(),
    renderGoogleButton: null,
    signIn: {
      kind: 'browser',
      start: (provider, locale) => bridge.signIn(locale, provider).catch(() => 'failed' as const),
      link: (provider, locale, purpose) =>
        bridge.linkIdentity(locale, provider, purpose).catch(() => 'failed' as const),
      cancel: () => {
        bridge.cancelSignIn().catch(() => {})
      },
    },
    openLive: (options) => createDesktopLive(bridge, options),
    desktop: desktopFeatures(bridge, info),
  }
}
