import { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import { type ApiClient, createApiClient } from '#desktop/shared/api-client.ts'
import { ApiFailure, dataOf } from '#desktop/shared/api-failure.ts'
import { createServerClock, type ServerClock } from '#desktop/shared/server-clock.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import { type Analytics, createAnalytics } from './analytics.ts'
import type { Choice } from './choice.ts'
import { createLanguageChoice, type Language, type LanguageChoice } from './language.ts'
import { createLive, type Live } from './live/live.ts'
import { createSeconds } from './live/seconds.ts'
import { type ColorSet, createColorChoice, createThemeChoice, type Theme } from './theme.ts'
import type { Expiry, Platform, Tokens } from './platform.ts'
import { createSession, type Session } from './session.ts'

/** What the interface stands on; made once, handed down by context. */
export interface Services {
  platform: Platform
  api: ApiClient
  session: Session
  language: LanguageChoice
  theme: Choice<Theme>
  colors: Choice<ColorSet>
  clock: ServerClock
  /** The server's time, once a second. */
  seconds: StoreApi<number>
  startSeconds: () => () => void
  live: Live
  analytics: Analytics
  queries: QueryClient
}

/** A refusal will not change by asking again; a server that was away may be back. */
function retry(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiFailure && error.status >= 400 && error.status < 500
  return !isRefusal && failures < 2
}

/** Before the second and the third time, milliseconds: a failure is told after about a second. */
const retryDelay = (failures: number) => (failures === 0 ? 300 : 900)

interface ServicesParts {
  platform: Platform
  /** Told when the session ended by itself. */
  onExpired: (t: Language['t'], expiry: Expiry) => void
  /** The route pattern of the page. */
  route: () => string
}

/** Puts the services together. */
export function createServices({ platform, onExpired, route }: ServicesParts): Services {
  const language = createLanguageChoice(platform.preferences)
  const theme = createThemeChoice(platform.preferences)
  const colors = createColorChoice(platform.preferences)
  const { now, hear } = createServerClock()
  const { store: seconds, refresh, start: startSeconds } = createSeconds(now)
  // The second that is shown is corrected with the time: until its end a fresh price would be old.
  const clock: ServerClock = {
    now,
    hear(serverDate) {
      hear(serverDate)
      refresh()
    },
  }
  const renew = async (refreshToken: string): Promise<Tokens> =>
    dataOf(api.auth['refresh-token'].post({ refreshToken }))
  const session = createSession({
    platform,
    renew,
    onExpired: (expiry) => onExpired(language.store.getState().t, expiry),
    now: clock.now,
  })
  const api = createApiClient({ origin: platform.apiOrigin, accessToken: session.accessToken })
  const queries = new QueryClient({
    defaultOptions: { queries: { retry, retryDelay, staleTime: 30_000, networkMode: 'always' } },
  })
  const live = createLive(clock)
  const locale = () => language.store.getState().locale
  const analytics = createAnalytics({ platform, locale, route })
  return {
    platform,
    api,
    session,
    language,
    theme,
    colors,
    clock,
    seconds,
    startSeconds,
    live,
    analytics,
    queries,
  }
}

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('there are no services above this component')
  return services
}

/** The language of the page: `t` and `format`. */
export function useLanguage(): Language {
  return useStore(useServices().language.store)
}

/** The signed-in user, or null for a guest and while that is not known yet. */
export function useUser(): UserClaims | null {
  const session = useStore(useServices().session.state)
  return session.status === 'user' ? session.user : null
}
