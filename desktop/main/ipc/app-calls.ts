import type { StartInfo } from '#desktop/bridge/shapes.ts'
import type { Market } from '#desktop/main/market/market.ts'
import type { MainSession } from '#desktop/main/session/main-session.ts'
import type { AppSettings } from '#desktop/main/settings/app-settings.ts'
import type { OwnWindows } from '#desktop/main/windows/create-windows.ts'
import type { Handlers } from './handlers.ts'
import type { UntoldExpiry } from './untold-expiry.ts'

type AppCalls = 'app:start' | 'settings:write' | 'window:open' | 'update:install'

export interface AppCallsOptions extends Pick<StartInfo, 'apiOrigin' | 'version' | 'system'> {
  settings: AppSettings
  session: Pick<MainSession, 'view'>
  market: Pick<Market, 'view'>
  windows: Pick<OwnWindows, 'showMain' | 'nowListens'>
  updates: { ready(): string | null; install(): void }
  untoldExpiry: Pick<UntoldExpiry, 'take'>
}

/** What a window may ask of the app itself. */
export function appCalls(options: AppCallsOptions): Pick<Handlers, AppCalls> {
  const { apiOrigin, version, system, settings, session, market, windows, updates } = options
  const { untoldExpiry } = options

  const lastKnown = () => {
    const { summary, price, heardAt } = market.view.getState()
    return heardAt === null ? null : { summary, price, heardAt }
  }
  return {
    'app:start': (caller) => {
      // A page asks once it hears what it is told.
      const isMain = windows.nowListens(caller)
      return {
        apiOrigin,
        version,
        system,
        settings: settings.store.getState(),
        session: session.view.getState(),
        lastKnown: lastKnown(),
        update: updates.ready(),
        // The mini ticker has no place to say it.
        expiry: isMain ? untoldExpiry.take() : null,
      }
    },
    'settings:write': (_caller, part) => settings.write(part),
    'window:open': (_caller, path) => {
      windows.showMain(path)
      return null
    },
    'update:install': () => {
      updates.install()
      return null
    },
  }
}
