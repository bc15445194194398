import { LOCALES } from '#shared/i18n/locale.ts'
import { Select } from '../../../kit/select.tsx'
import { useLanguage, useServices } from '../../../platform/services.ts'

/** Korean or English; kept for the next visit. */
export function LanguagePicker() {
  const { t, locale } = useLanguage()
  const { language } = useServices()
  const options = LOCALES.map((value) => ({ value, text: t(`language.${value}`) }))
  return (
    <Select
      label={t('header.language')}
      value={locale}
      options={options}
      onChoose={language.choose}
    />
  )
}
