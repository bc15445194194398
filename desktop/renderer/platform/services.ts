import { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { type ApiClient, createApiClient } from './api-client.ts'
import { ApiFailure, dataOf } from './api-failure.ts'
import { createLanguageChoice, type Language, type LanguageChoice } from './language.ts'
import { createLive, type Live } from './live/live.ts'
import { createSeconds } from './live/seconds.ts'
import { createServerClock, type ServerClock } from './live/server-clock.ts'
import type { Platform, Tokens } from './platform.ts'
import { createSession, type Session } from './session.ts'
import { type Store, useStore } from './store.ts'
import { createThemeChoice, type ThemeChoice } from './theme.ts'

/** What the interface stands on; made once, handed down by context. */
export interface Services {
  platform: Platform
  api: ApiClient
  session: Session
  language: LanguageChoice
  theme: ThemeChoice
  clock: ServerClock
  /** The server's time, once a second. */
  seconds: Store<number>
  startSeconds: () => () => void
  live: Live
  queries: QueryClient
}

/** A refusal will not change by asking again; a server that was away may be back. */
function retry(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiFailure && error.status >= 400 && error.status < 500
  return !isRefusal && failures < 2
}

/** Puts the services together. `onExpired` is told when the session ended by itself. */
export function createServices(
  platform: Platform,
  onExpired: (t: Language['t']) => void,
): Services {
  const language = createLanguageChoice(platform.preferences)
  const theme = createThemeChoice(platform.preferences)
  const clock = createServerClock()
  const { store: seconds, start: startSeconds } = createSeconds(clock.now)
  const renew = async (refreshToken: string): Promise<Tokens> =>
    dataOf(api.auth['refresh-token'].post({ refreshToken }))
  const session = createSession({
    platform,
    renew,
    onExpired: () => onExpired(language.store.get().t),
    now: clock.now,
  })
  const api = createApiClient({ origin: platform.apiOrigin, accessToken: session.accessToken })
  const queries = new QueryClient({
    defaultOptions: { queries: { retry, staleTime: 30_000, networkMode: 'always' } },
  })
  const live = createLive(clock)
  return { platform, api, session, language, theme, clock, seconds, startSeconds, live, queries }
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
