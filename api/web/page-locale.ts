import { sharedLanguage } from '#api/infrastructure/http/shared-cache.ts'
import { initialLocale, isLocale, type Locale } from '#shared/i18n/locale.ts'

/** Values of the parameter that names a language in a link for search engines. */
export const LANGUAGES = { en: 'en-US', ko: 'ko-KR' } as const satisfies Record<string, Locale>
export type LanguageName = keyof typeof LANGUAGES

const COOKIE = /(?:^|;\s*)userLocale=([\w-]+)/
const PARAMETER = /[?&]lang=(en|ko)(?:&|$)/

/** The language that a URL asks for; null without one. */
export function languageInUrl(url: string): LanguageName | null {
  const name = PARAMETER.exec(url)?.[1]
  return name === 'en' || name === 'ko' ? name : null
}

/**
 * The language of a page: of the URL, else that of a shared cache's entry, else the chosen one in the cookie,
 * else the browser's.
 */
export function pageLocale(request: Request): Locale {
  const { url, headers } = request
  const named = languageInUrl(url) ?? sharedLanguage(request)
  if (named) return LANGUAGES[named]
  const chosen = COOKIE.exec(headers.get('cookie') ?? '')?.[1]
  if (isLocale(chosen)) return chosen
  return initialLocale(null, headers.get('accept-language') ?? '')
}
