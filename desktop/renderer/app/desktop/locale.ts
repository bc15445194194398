import type { DesktopBridge } from '#desktop/bridge/bridge.ts'
import { LOCALE_KEY } from '#desktop/renderer/platform/language.ts'
import type { Preferences } from '#desktop/renderer/platform/platform.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { isLocale, type Locale } from '#shared/i18n/locale.ts'

/** Where the interface has no choice of its own yet, the app's holds. */
export function initLocale(
  preferences: Pick<Preferences, 'read' | 'write'>,
  chosen: Locale | null,
): void {
  if (chosen && !isLocale(preferences.read(LOCALE_KEY))) preferences.write(LOCALE_KEY, chosen)
}

/** Tells the app, whose menus and alerts speak too, of each choice of language. `known` is what it knows. */
export function syncLocale(
  bridge: Pick<DesktopBridge, 'writeSettings'>,
  { language, platform }: Pick<Services, 'language' | 'platform'>,
  known: Locale | null,
): void {
  let told = known
  const show = () => {
    const kept = platform.preferences.read(LOCALE_KEY)
    const chosen = isLocale(kept) ? kept : null
    if (chosen === told) return
    told = chosen
    bridge.writeSettings({ locale: chosen }).catch(() => {})
  }
  show()
  language.store.subscribe(show)
}
