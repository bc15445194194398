/** Locales of the interface, as stored under `userLocale`. */
export const LOCALES = ['en-US', 'ko-KR'] as const
export type Locale = (typeof LOCALES)[number]

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value)
}

/** Initial locale: the stored one, else Korean when the browser's language starts with `ko`, else English. */
export function initialLocale(stored: string | null, browserLanguage: string): Locale {
  if (isLocale(stored)) return stored
  return browserLanguage.toLowerCase().startsWith('ko') ? 'ko-KR' : 'en-US'
}
