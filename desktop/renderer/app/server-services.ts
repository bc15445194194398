import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { type Language, languageOf, SERVER_ZONE } from '#desktop/renderer/platform/language.ts'
import { createLive } from '#desktop/renderer/platform/live/live.ts'
import { createSeconds } from '#desktop/renderer/platform/live/seconds.ts'
import type { Platform } from '#desktop/renderer/platform/platform.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { createSession } from '#desktop/renderer/platform/session.ts'
import type { Setting } from '#desktop/renderer/platform/setting.ts'
import { createApiClient } from '#desktop/shared/api-client.ts'
import type { LivePrice } from '#shared/contract/price.ts'
import type { PageRequest } from '#shared/contract/server-page.ts'
import type { Locale } from '#shared/i18n/locale.ts'

const nothing = () => {}
const unavailable = () => {
  throw new Error('The server renders for guests only.')
}

/** Shared by all renders, because creating its formatters takes longer than a render. */
const languages: Record<Locale, Language> = {
  'en-US': languageOf('en-US', SERVER_ZONE),
  'ko-KR': languageOf('ko-KR', SERVER_ZONE),
}

/** A guest without stored settings, tokens or drafts. */
function guestPlatform({ origin, adSlots }: PageRequest): Platform {
  return {
    kind: 'web',
    apiOrigin: origin,
    adSlots,
    vault: {
      read: () => null,
      write: nothing,
      clear: nothing,
      onExternalChange: () => nothing,
      delegate: null,
    },
    preferences: {
      read: () => null,
      write: () => false,
      remove: nothing,
      onExternalChange: () => nothing,
    },
    withLock: (_name, task) => task(),
    renderGoogleButton: null,
    signIn: { kind: 'redirect', start: unavailable },
    openLive: unavailable,
    desktop: null,
  }
}

/** The sanitizer quotes every attribute. */
const PICTURE = /<img(?: [^ =>]+="[^"]*")*>/g

/** Loads no picture or video before the browser knows whether the reader wants to click first. */
const deferMedia = (html: string): string =>
  html
    .replace(PICTURE, (picture) => `<noscript>${picture}</noscript>`)
    .replaceAll('<video', '<video preload="none"')

function fixed<Value>(value: Value): Setting<Value> {
  return { store: createStore(() => value), set: nothing, reset: nothing }
}

/**
 * Services of one render: a guest's, at one instant. `price` is the price that the markup shows, because
 * React renders the initial state of a store on the server.
 */
export function createServerServices(
  request: PageRequest,
  queries: QueryClient,
  price: LivePrice | null,
): Services {
  const { locale, now, origin, fetchApi, sanitize } = request
  const platform = guestPlatform(request)
  const clock = { now: () => now, isSynced: () => true, sync: nothing }
  return {
    platform,
    api: createApiClient({
      origin,
      fetcher: async (url) => {
        const { pathname, search } = new URL(url)
        return fetchApi(pathname + search)
      },
    }),
    fetch: unavailable,
    session: createSession({
      platform,
      renew: unavailable,
      onExpired: nothing,
      now: clock.now,
      initial: { status: 'guest' },
    }),
    logouts: { enqueue: nothing, wake: nothing },
    language: {
      store: createStore(() => languages[locale]),
      set: nothing,
      reset: nothing,
    },
    theme: fixed('system'),
    colors: fixed('classic'),
    pictures: fixed(false),
    clock,
    seconds: createSeconds(clock.now).store,
    startSeconds: () => nothing,
    live: createLive(clock, queries, price),
    analytics: {
      isOn: createStore(() => false),
      set: nothing,
      reset: nothing,
      isAllowed: () => false,
      track: nothing,
    },
    errorReports: { report: nothing },
    queries,
    serverSanitize: (html) => deferMedia(sanitize(html)),
  }
}
