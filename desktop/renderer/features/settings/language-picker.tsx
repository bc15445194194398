import { Select } from '#desktop/renderer/components/select.tsx'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'

/** Returns a function that sets and counts a change of the language. */
export function useSetLocale(): (locale: Locale) => void {
  const { language, analytics } = useServices()
  return (locale) => {
    if (locale === language.store.getState().locale) return
    language.set(locale)
    analytics.track('lang_change')
  }
}

/** Korean or English. */
export function LanguagePicker() {
  const { t, locale } = useLanguage()
  const options = LOCALES.map((value) => ({ value, text: t(`language.${value}`) }))
  return (
    <Select
      label={t('header.language')}
      value={locale}
      options={options}
      onChange={useSetLocale()}
    />
  )
}
