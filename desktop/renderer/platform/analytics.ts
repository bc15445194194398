import type { StoreApi } from 'zustand/vanilla'
import { EVENTS_PATH } from '#shared/contract/endpoints.ts'
import type { EventName } from '#shared/contract/events.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { Platform } from './platform.ts'
import { createSetting, type Setting } from './setting.ts'

const SETTING_KEY = 'userAnalytics'
const FLUSH_MS = 5_000
const BATCH_SIZE = 50

export interface Analytics {
  /** Whether the user has not opted out. */
  isOn: StoreApi<boolean>
  set: Setting<boolean>['set']
  reset: Setting<boolean>['reset']
  /** Whether neither the user nor the browser opts out. */
  isAllowed(): boolean
  /** Queues an event; events are sent in batches every few seconds. */
  track(name: EventName): void
}

interface AnalyticsDeps {
  platform: Pick<Platform, 'apiOrigin' | 'kind' | 'preferences'>
  locale: () => Locale
  /** Route pattern of the page, never a path with an id. */
  route: () => string
}

/** Do Not Track or Global Privacy Control. */
function browserRefuses(): boolean {
  const gpc = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
  return gpc || navigator.doNotTrack === '1'
}

/** First-party event counts by route pattern; no person, content or vote. */
export function createAnalytics({ platform, locale, route }: AnalyticsDeps): Analytics {
  const { preferences, kind, apiOrigin } = platform
  const { store: isOn, ...setting } = createSetting({
    preferences,
    key: SETTING_KEY,
    parse: (stored) => stored !== 'off',
    format: (isOn) => (isOn ? 'on' : 'off'),
  })
  let queue: { name: EventName; route: string; locale: Locale; platform: 'web' | 'desktop' }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const send = () => {
    clearTimeout(timer)
    timer = undefined
    const events = queue.splice(0, BATCH_SIZE)
    if (events.length === 0) return
    // keepalive lets the request outlive the page; a lost batch is not retried.
    fetch(apiOrigin + EVENTS_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
      keepalive: true,
    }).catch(() => {})
    if (queue.length > 0) timer = setTimeout(send, FLUSH_MS)
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send()
  })

  isOn.subscribe(() => {
    if (!isOn.getState()) queue = []
  })

  const isAllowed = () => isOn.getState() && !browserRefuses()

  return {
    isOn,
    ...setting,
    isAllowed,
    track(name) {
      if (!isAllowed()) return
      queue.push({ name, route: route(), locale: locale(), platform: kind })
      timer ??= setTimeout(send, FLUSH_MS)
    },
  }
}
