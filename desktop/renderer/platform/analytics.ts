import type { StoreApi } from 'zustand/vanilla'
import { EVENTS_PATH, type EventName } from '#shared/contract/events.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { type Choice, createChoice } from './choice.ts'
import type { Platform } from './platform.ts'

const CHOICE_KEY = 'userAnalytics'
const PAUSE_MS = 5_000
const MOST_AT_ONCE = 50

export interface Analytics {
  /** Whether this person lets events be counted. */
  isOn: StoreApi<boolean>
  choose: Choice<boolean>['choose']
  reset: Choice<boolean>['reset']
  /** Notes that something happened; sent a few seconds later together with what else happened. */
  track(name: EventName): void
}

interface AnalyticsParts {
  platform: Pick<Platform, 'apiOrigin' | 'kind' | 'preferences'>
  locale: () => Locale
  /** The route pattern of the page, never an address with an id. */
  route: () => string
}

/** Whether the browser asks not to be counted: Do Not Track or Global Privacy Control. */
function browserRefuses(): boolean {
  const gpc = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
  return gpc || navigator.doNotTrack === '1'
}

/** First-party counting: what happened on which kind of page; no person, no content, no choice. */
export function createAnalytics({ platform, locale, route }: AnalyticsParts): Analytics {
  const { preferences, kind, apiOrigin } = platform
  const { store: isOn, ...choice } = createChoice({
    preferences,
    key: CHOICE_KEY,
    read: (kept) => kept !== 'off',
    write: (wish) => (wish ? 'on' : 'off'),
  })
  let waiting: { name: EventName; route: string; locale: Locale; platform: 'web' | 'desktop' }[] =
    []
  let timer: ReturnType<typeof setTimeout> | undefined

  const send = () => {
    clearTimeout(timer)
    timer = undefined
    const events = waiting.splice(0, MOST_AT_ONCE)
    if (events.length === 0) return
    // A page that is being left may still finish this; what is lost is only a count.
    fetch(apiOrigin + EVENTS_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
      keepalive: true,
    }).catch(() => {})
    if (waiting.length > 0) timer = setTimeout(send, PAUSE_MS)
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send()
  })

  isOn.subscribe(() => {
    if (!isOn.getState()) waiting = []
  })

  return {
    isOn,
    ...choice,
    track(name) {
      if (!isOn.getState() || browserRefuses()) return
      waiting.push({ name, route: route(), locale: locale(), platform: kind })
      timer ??= setTimeout(send, PAUSE_MS)
    },
  }
}
