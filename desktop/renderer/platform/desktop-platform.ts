import { createStore } from 'zustand/vanilla'
import type { DesktopBridge } from '#desktop/bridge/contract.ts'
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
  bridge.on('settings:changed', (next) => settings.setState(next, true))
  bridge.on('session:changed', (change) => tokenStorage.setState(change.tokenStorage, true))
  bridge.on('update:ready', (version) => update.setState(version, true))
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
        settings.setState(await bridge.call('settings:write', part), true)
      } catch (error) {
        settings.setState(before, true)
        throw error
      }
    },
    installUpdate: async () => {
      await bridge.call('update:install')
    },
    openPanelWindow: (panel) => {
      bridge.call('window:panel', panel).catch(() => {})
    },
    openMainWindow: (path) => {
      bridge.call('window:open', path).catch(() => {})
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
      start: (provider, locale) =>
        bridge.call('session:sign-in', locale, provider).catch(() => 'failed' as const),
      link: (provider, locale, purpose) =>
        bridge.call('session:link', locale, provider, purpose).catch(() => 'failed' as const),
      cancel: () => {
        bridge.call('session:cancel').catch(() => {})
      },
    },
    openLive: (options) => createDesktopLive(bridge, options),
    desktop: desktopFeatures(bridge, info),
  }
}
