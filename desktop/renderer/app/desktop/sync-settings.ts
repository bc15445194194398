import type { DesktopBridge } from '#desktop/bridge/contract.ts'
import { LOCALE_KEY } from '#desktop/renderer/platform/language.ts'
import type { Preferences } from '#desktop/renderer/platform/platform.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import type { Theme } from '#desktop/renderer/platform/theme.ts'
import { isLocale, type Locale } from '#shared/i18n/locale.ts'

/** Uses the app's language until one is chosen in the interface. */
export function initLocale(
  preferences: Pick<Preferences, 'read' | 'write'>,
  chosen: Locale | null,
): void {
  if (chosen && !isLocale(preferences.read(LOCALE_KEY))) preferences.write(LOCALE_KEY, chosen)
}

/** Reports language changes to the app, for menus and alerts. `known` is its present value. */
export function syncLocale(
  bridge: Pick<DesktopBridge, 'call'>,
  { language, platform }: Pick<Services, 'language' | 'platform'>,
  known: Locale | null,
): void {
  let reported = known
  const report = () => {
    const stored = platform.preferences.read(LOCALE_KEY)
    const chosen = isLocale(stored) ? stored : null
    if (chosen === reported) return
    reported = chosen
    bridge.call('settings:write', { locale: chosen }).catch(() => {})
  }
  report()
  language.store.subscribe(report)
}

/** Reports the theme to the app, for title bar, menus and dialogs. `known` is its present value. */
export function syncTheme(
  bridge: Pick<DesktopBridge, 'call'>,
  { theme }: Pick<Services, 'theme'>,
  known: Theme,
): void {
  let reported = known
  const report = () => {
    const chosen = theme.store.getState()
    if (chosen === reported) return
    reported = chosen
    bridge.call('settings:write', { theme: chosen }).catch(() => {})
  }
  report()
  theme.store.subscribe(report)
}

/** Reports to the app whether it may report errors of its own process. `known` is its present value. */
export function syncErrorReports(
  bridge: Pick<DesktopBridge, 'call'>,
  { analytics }: Pick<Services, 'analytics'>,
  known: boolean,
): void {
  let reported = known
  const report = () => {
    const hasErrorReports = analytics.isAllowed()
    if (hasErrorReports === reported) return
    reported = hasErrorReports
    bridge.call('settings:write', { hasErrorReports }).catch(() => {})
  }
  report()
  analytics.isOn.subscribe(report)
}
