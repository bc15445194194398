import type { StartInfo } from '#desktop/bridge/shapes.ts'
import type { Market } from '#desktop/main/market/market.ts'
import { snapshotOf } from '#desktop/main/market/market-snapshot.ts'
import type { MainSession } from '#desktop/main/session/session.ts'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import type { AppWindows } from '#desktop/main/windows/windows.ts'
import type { Handlers } from './gate.ts'
import type { PendingSessionNotice } from './pending-session-notice.ts'

/** Facts that never change while the app runs. */
type Fixed = 'apiOrigin' | 'version' | 'system' | 'isWayland'

type AppCalls = 'app:start' | 'settings:write' | 'window:open' | 'window:panel' | 'update:install'

export interface AppHandlersDeps extends Pick<StartInfo, Fixed> {
  settings: AppSettings
  session: Pick<MainSession, 'view'>
  market: Pick<Market, 'state'>
  windows: Pick<AppWindows, 'showMain' | 'showPanel' | 'markReady'>
  updates: { ready(): string | null; install(): void }
  pendingSessionNotice: Pick<PendingSessionNotice, 'take'>
}

export function appHandlers(deps: AppHandlersDeps): Pick<Handlers, AppCalls> {
  const { apiOrigin, version, system, isWayland, settings, session, market, windows, updates } =
    deps
  return {
    'app:start': (caller) => {
      // A page has subscribed to changes of session and settings before.
      const isMain = windows.markReady(caller)
      return {
        apiOrigin,
        version,
        system,
        isWayland,
        settings: settings.store.getState(),
        session: session.view.getState(),
        marketSnapshot: snapshotOf(market.state.getState()),
        update: updates.ready(),
        // The mini ticker has no place to show it.
        expiry: isMain ? deps.pendingSessionNotice.take() : null,
      }
    },
    'settings:write': (_caller, part) => settings.write(part),
    'window:open': (_caller, path) => {
      windows.showMain(path)
      return null
    },
    'window:panel': (_caller, panel) => {
      windows.showPanel(panel)
      return null
    },
    'update:install': () => {
      updates.install()
      return null
    },
  }
}

type SessionCalls =
  | 'session:sign-in'
  | 'session:link'
  | 'session:cancel'
  | 'session:renew'
  | 'session:adopt'
  | 'session:end'

export const sessionHandlers = (session: MainSession): Pick<Handlers, SessionCalls> => ({
  'session:sign-in': (_caller, locale, provider) => session.signIn(locale, provider),
  'session:link': (_caller, locale, provider, purpose) => session.link(locale, provider, purpose),
  'session:cancel': () => {
    session.cancelSignIn()
    return null
  },
  'session:renew': (_caller, rejected) => session.renew(rejected),
  'session:adopt': (_caller, accessToken) => {
    session.adopt(accessToken)
    return null
  },
  'session:end': async () => {
    await session.end()
    return null
  },
})
