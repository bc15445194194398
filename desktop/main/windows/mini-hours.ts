import { createStore, type StoreApi } from 'zustand/vanilla'
import type { HiddenHours } from '#desktop/bridge/settings.ts'
import { systemZone } from '#desktop/main/environment.ts'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time.ts'

/**
 * The day, counted from 1970 in the IANA time zone `zone`, on which the hidden hours began that `now` (epoch
 * milliseconds) is in; null outside of them. They follow the clock on the wall, also when it changes.
 */
export function hiddenSince(hours: HiddenHours, zone: string, now: number): number | null {
  const { isOn, from, to, days } = hours
  if (!isOn) return null
  // Written as 2026-11-21 11:30.
  const wall = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const [date, time = ''] = wall.format(now).split(' ')
  const today = Date.parse(`${date}T00:00Z`) / DAY_MS
  // 1970 began on a Thursday.
  const isChosen = (day: number) => days.includes((day + 4) % 7)
  const isOvernight = to <= from
  if (time >= from && (isOvernight || time < to) && isChosen(today)) return today
  return isOvernight && time < to && isChosen(today - 1) ? today - 1 : null
}

/** Whether the mini ticker is shown: wanted by `isMiniOpen`, and not in its hidden hours. */
export interface MiniHours {
  isShown: StoreApi<boolean>
  /** Shows the ticker, in hidden hours until they end; or hides it, which is kept in the settings. */
  toggle(): void
  /** Looks at the clock, as it also does each minute. */
  update(): void
  stop(): void
}

interface MiniHoursDeps {
  settings: Pick<AppSettings, 'store' | 'write'>
  /** Local clock, epoch milliseconds. */
  now: () => number
  /** Current IANA time zone; the system's by default. */
  zone?: () => string
}

/** Starts to follow the hidden hours of the settings. */
export function startMiniHours({ settings, now, zone = systemZone }: MiniHoursDeps): MiniHours {
  const { store, write } = settings
  const isShown = createStore(() => false)
  /** First day of the hidden hours in which the ticker was shown by hand. */
  let shownIn: number | null = null
  let wasWanted = store.getState().isMiniOpen
  let timer: ReturnType<typeof setTimeout> | undefined

  const update = () => {
    const { isMiniOpen, miniHiddenHours } = store.getState()
    const since = hiddenSince(miniHiddenHours, zone(), now())
    if (since === null || (isMiniOpen && !wasWanted)) shownIn = since
    wasWanted = isMiniOpen
    clearTimeout(timer)
    if (miniHiddenHours.isOn) timer = setTimeout(update, MINUTE_MS - (now() % MINUTE_MS))
    isShown.setState(isMiniOpen && since === shownIn, true)
  }
  update()
  const unsubscribe = store.subscribe(update)
  return {
    isShown,
    toggle() {
      if (isShown.getState() || !store.getState().isMiniOpen) {
        write({ isMiniOpen: !store.getState().isMiniOpen })
        return
      }
      wasWanted = false
      update()
    },
    update,
    stop() {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}
