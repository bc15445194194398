import { useServices } from '#desktop/renderer/platform/services.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** Chooses the language of the interface, and counts that it was changed. */
export function useChooseLanguage(): (locale: Locale) => void {
  const { language, analytics } = useServices()
  return (locale) => {
    if (locale === language.store.getState().locale) return
    language.choose(locale)
    analytics.track('lang_change')
  }
}
