/** The interface's languages, as they are kept under `userLocale`. */
export const LOCALES = ['en-US', 'ko-KR'] as const
export type Locale = (typeof LOCALES)[number]

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value)
}

/**
 * The language to begin with: the one kept, else Korean when the browser's language starts with
 * `ko`, else English.
 */
export function firstLocale(kept: string | null, browserLanguage: string): Locale {
  if (isLocale(kept)) return kept
  return browserLanguage.toLowerCase().startsWith('ko') ? 'ko-KR' : 'en-US'
}
