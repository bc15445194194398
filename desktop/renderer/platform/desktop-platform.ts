import { createStore } from 'zustand/vanilla'
import type { DesktopBridge } from '#desktop/bridge/bridge.ts'
import type { StartInfo } from '#desktop/bridge/shapes.ts'
import { keptAdSlots } from './ad-slots.ts'
import type { DesktopParts } from './desktop-parts.ts'
import { desktopStream } from './desktop-stream.ts'
import { desktopVault } from './desktop-vault.ts'
import type { Platform } from './platform.ts'
import { preferences } from './preferences.ts'

function desktopParts(bridge: DesktopBridge, info: StartInfo): DesktopParts {
  const settings = createStore(() => info.settings)
  const keeping = createStore(() => info.session.keeping)
  const update = createStore(() => info.update)
  bridge.onSettings((next) => settings.setState(next, true))
  bridge.onSession((news) => keeping.setState(news.keeping, true))
  bridge.onUpdate((version) => update.setState(version, true))
  return {
    version: info.version,
    settings,
    keeping,
    update,
    async writeSettings(part) {
      const before = settings.getState()
      // A switch moves at once, and back when the app could not keep it.
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
    openMainWindow: (path) => {
      bridge.openMainWindow(path).catch(() => {})
    },
  }
}

/** The desktop app: what a window may not do itself it asks of the main process. */
export function desktopPlatform(bridge: DesktopBridge, info: StartInfo): Platform {
  return {
    kind: 'desktop',
    apiOrigin: info.apiOrigin,
    adSlots: keptAdSlots(preferences),
    vault: desktopVault(bridge, info.session),
    preferences,
    // Only renewing the session needs it, and that is the main process's.
    exclusively: (_name, task) => task(),
    drawGoogleButton: null,
    signIn: {
      happens: 'in the browser',
      begin: (locale) => bridge.signIn(locale).catch(() => 'failed' as const),
      cancel: () => {
        bridge.cancelSignIn().catch(() => {})
      },
    },
    openStream: (events) => desktopStream(bridge, events),
    desktop: desktopParts(bridge, info),
  }
}
