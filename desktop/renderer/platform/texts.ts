import { useMemo } from 'react'
import { type Texts, type Translate, translator } from '#shared/i18n/text.ts'
import { useLanguage } from './services.ts'

/** The texts of one part of the interface in the person's language. */
export function useTexts<Catalogue extends Record<string, string>>(
  of: Texts<Catalogue>,
): Translate<Catalogue> {
  const { locale } = useLanguage()
  return useMemo(() => translator(of, locale), [of, locale])
}
