import { Select } from '#desktop/renderer/components/select.tsx'
import { useChooseLanguage } from '#desktop/renderer/features/settings/model/use-choose-language.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { LOCALES } from '#shared/i18n/locale.ts'

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
