import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import { type ApiClient, createApiClient } from '#desktop/shared/api-client.ts'
import { ApiFailure, dataOf, isMissing } from '#desktop/shared/api-failure.ts'
import { createLogoutQueue, type LogoutQueue } from '#desktop/shared/logout-queue.ts'
import type { LinkState } from '#desktop/shared/market-state.ts'
import { type Fetch, renewingFetch } from '#desktop/shared/renewing-fetch.ts'
import { createServerClock, type ServerClock } from '#desktop/shared/server-clock.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { LivePrice } from '#shared/contract/price.ts'
import type { PageSeed } from '#shared/contract/server-page.ts'
import { type Texts, type Translate, translator } from '#shared/i18n/text.ts'
import { type Analytics, createAnalytics } from './analytics.ts'
import { createErrorReports, type ErrorReports } from './error-reports.ts'
import { loadErrorText } from './failure-text.ts'
import { createLanguageSetting, type Language, type LanguageSetting } from './language.ts'
import { createLive, type Live } from './live/live.ts'
import { createSeconds } from './live/seconds.ts'
import type { Expiry, Platform } from './platform.ts'
import { createSession, type Session, type SessionState } from './session.ts'
import { createPictureSetting, type Setting } from './setting.ts'
import { storedLogouts } from './stored-logouts.ts'
import { type ColorSet, createColorSetting, createThemeSetting, type Theme } from './theme.ts'

/** Dependencies of the interface; created once, provided by context. */
export interface Services {
  platform: Platform
  api: ApiClient
  /** Sends what the typed client cannot, in the session of the person; see `renewingFetch`. */
  fetch: Fetch
  session: Session
  /** Ends sessions on the server, also those of earlier visits. */
  logouts: Pick<LogoutQueue, 'enqueue' | 'wake'>
  language: LanguageSetting
  theme: Setting<Theme>
  colors: Setting<ColorSet>
  /** Whether pictures in notes and posts load only on a click. */
  pictures: Setting<boolean>
  clock: ServerClock
  /** The server's time in epoch milliseconds, updated on the second. */
  seconds: StoreApi<number>
  startSeconds: () => () => void
  live: Live
  analytics: Analytics
  errorReports: ErrorReports
  queries: QueryClient
  /** Sanitizes content for markup; null in a window, which sanitizes it in an effect. */
  serverSanitize: ((html: string) => string) | null
}

/** Retries unreachable servers and 5xx, never a 4xx. */
function retry(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiFailure && error.status >= 400 && error.status < 500
  return !isRefusal && failures < 2
}

/** Milliseconds before the second and third attempt: a failure shows after about a second. */
const retryDelay = (failures: number) => (failures === 0 ? 300 : 900)

interface ServicesDeps {
  platform: Platform
  /** Called when the session expired. */
  onExpired: (t: Language['t'], expiry: Expiry) => void
  /** Route pattern of the page. */
  route: () => string
  /** State of the markup that the first render must match; null without markup. */
  seed?: PageSeed | null
}

export function createServices(deps: ServicesDeps): Services {
  const { platform, onExpired, route, seed = null } = deps
  const language = createLanguageSetting(platform.preferences, seed)
  const theme = createThemeSetting(platform.preferences)
  const colors = createColorSetting(platform.preferences)
  const pictures = createPictureSetting(platform.preferences)
  const { now, isSynced, sync } = createServerClock()
  const { store: seconds, refresh, start: startSeconds } = createSeconds(now, seed?.now)
  // Syncing the clock refreshes the shown second at once; until its end a new price would look old.
  const clock: ServerClock = {
    now,
    isSynced,
    sync(serverDate) {
      sync(serverDate)
      refresh()
    },
  }
  const session: Session = createSession({
    platform,
    async renew(refreshToken) {
      // Not by the renewing client: a refused renewal would wait for itself.
      const { auth } = createApiClient({ origin: platform.apiOrigin, signal: session.signal })
      return dataOf(auth['refresh-token'].post({ refreshToken }))
    },
    onExpired: (expiry) => onExpired(language.store.getState().t, expiry),
    now: clock.now,
    ...(seed && { initial: { status: 'guest' } }),
  })
  const logouts = createLogoutQueue(async (refreshToken) => {
    // Without an access token: the server would end its session as well.
    const { auth } = createApiClient({ origin: platform.apiOrigin })
    await dataOf(auth.logout.post({ refreshToken }))
  }, storedLogouts(platform.preferences))
  const fetcher = renewingFetch(fetch, session)
  const api = createApiClient({
    origin: platform.apiOrigin,
    signal: session.signal,
    fetcher,
  })
  // Every failed request, whether or not a screen shows it. A mutation awaits its text.
  const onError = (error: Error) => {
    console.warn(error)
    return loadErrorText(error)
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        // By default data outlives a failed fetch, and so would the record of a deleted account.
        if (isMissing(error)) query.setState({ data: undefined })
        return onError(error)
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry, retryDelay, staleTime: 30_000, networkMode: 'always' },
      // Offline a change fails at once: by default it would wait, and be made long after the user gave up.
      mutations: { networkMode: 'always' },
    },
  })
  const live = createLive(clock, queries, seed?.price)
  const locale = () => language.store.getState().locale
  const analytics = createAnalytics({ platform, locale, route })
  const errorReports = createErrorReports({ platform, analytics, locale, route })
  return {
    platform,
    api,
    fetch: fetcher,
    session,
    logouts,
    language,
    theme,
    colors,
    pictures,
    clock,
    seconds,
    startSeconds,
    live,
    analytics,
    errorReports,
    queries,
    serverSanitize: null,
  }
}

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('ServicesContext is missing above this component.')
  return services
}

export const LanguageContext = createContext<Language | null>(null)

/** The language of the page: `t` and `format`. */
export function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (!language) throw new Error('LanguageContext is missing above this component.')
  return language
}

/** Texts of one catalog in the language of the page. */
export function useTexts<Catalog extends Record<string, string>>(
  texts: Texts<Catalog>,
): Translate<Catalog> {
  const { locale } = useLanguage()
  return useMemo(() => translator(texts, locale), [texts, locale])
}

/** The session state: guest, user or still being checked. */
export function useSession(): SessionState {
  return useStore(useServices().session.state)
}

/** The signed-in user; null for a guest and while the session is checked. */
export function useUser(): UserClaims | null {
  const session = useSession()
  return session.status === 'user' ? session.user : null
}

/** A value of the latest price, which is null before the first one; renders when that value changes. */
export function useLivePrice<Value>(select: (price: LivePrice | null) => Value): Value {
  return useStore(useServices().live.price, select)
}

/** State of the live connection. */
export function useLinkState(): LinkState {
  return useStore(useServices().live.link)
}

/** The server's time in epoch milliseconds. Renders each second. */
export function useNow(): number {
  return useStore(useServices().seconds)
}

/** A stored preference; null in the first render of a page that the server rendered. */
export function usePreference(key: string): string | null {
  const { preferences } = useServices().platform
  return useSyncExternalStore(
    (listener) => preferences.onExternalChange(key, listener),
    () => preferences.read(key),
    () => null,
  )
}
