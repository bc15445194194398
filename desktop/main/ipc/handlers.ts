import type { StartInfo } from '#desktop/bridge/shapes.ts'
import type { Market } from '#desktop/main/market/market.ts'
import type { MainSession } from '#desktop/main/session/session.ts'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import type { OwnWindows } from '#desktop/main/windows/windows.ts'
import type { Handlers } from './gate.ts'
import type { UntoldExpiry } from './pending-session-notice.ts'

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

type SessionCalls =
  | 'session:sign-in'
  | 'session:cancel'
  | 'session:renew'
  | 'session:adopt'
  | 'session:end'

/** What a window may ask of the session. */
export const sessionCalls = (session: MainSession): Pick<Handlers, SessionCalls> => ({
  'session:sign-in': (_caller, locale) => session.signIn(locale),
  'session:cancel': () => {
    session.cancelSignIn()
    return null
  },
  'session:renew': (_caller, used) => session.renew(used),
  'session:adopt': (_caller, accessToken) => {
    session.adopt(accessToken)
    return null
  },
  'session:end': async () => {
    await session.end()
    return null
  },
})
