import { LOCALES } from '#shared/i18n/locale.ts'
import { Select } from '../../../kit/select.tsx'
import { useLanguage } from '../../../platform/services.ts'
import { useChooseLanguage } from '../model/use-choose-language.ts'

/** Korean or English; kept for the next visit. */
export function LanguagePicker() {
  const { t, locale } = useLanguage()
  const options = LOCALES.map((value) => ({ value, text: t(`language.${value}`) }))
  return (
    <Select
      label={t('header.language')}
      value={locale}
      options={options}
      onChoose={useChooseLanguage()}
    />
  )
}
