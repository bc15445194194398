import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PageSeed } from '#shared/contract/server-page.ts'
import { type CoreTranslate, coreTexts } from '#shared/i18n/core.ts'
import { createFormat, type Format } from '#shared/i18n/format.ts'
import { initialLocale, type Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'
import type { Preferences } from './platform.ts'
import { createSetting, type Setting } from './setting.ts'

export const LOCALE_KEY = 'userLocale'

/** Time zone of markup that the server renders. */
export const SERVER_ZONE = 'UTC'

/** A locale with its texts and formats. */
export interface Language {
  locale: Locale
  t: CoreTranslate
  format: Format
}

/** Texts and formats of a locale, in the browser's time zone by default. */
export function languageOf(locale: Locale, zone?: string): Language {
  return { locale, t: translator(coreTexts, locale), format: createFormat(locale, zone) }
}

export interface LanguageSetting extends Pick<Setting<Locale>, 'set' | 'reset'> {
  store: StoreApi<Language>
}

/**
 * The language of the page: the stored one, else that of the server's markup, else the browser's.
 * Sets `lang` of the document. The initial state of the store matches the markup.
 */
export function createLanguageSetting(
  preferences: Preferences,
  seed: Pick<PageSeed, 'locale'> | null,
): LanguageSetting {
  const locale = createSetting({
    preferences,
    key: LOCALE_KEY,
    parse: (stored) => initialLocale(stored, seed?.locale ?? navigator.language),
    format: String,
  })
  const current = () => languageOf(locale.store.getState())
  const store = createStore(() => (seed ? languageOf(seed.locale, SERVER_ZONE) : current()))
  if (seed) store.setState(current(), true)
  const markDocument = () => {
    document.documentElement.lang = locale.store.getState()
  }
  markDocument()
  locale.store.subscribe(() => {
    markDocument()
    store.setState(current(), true)
  })
  return { store, set: locale.set, reset: locale.reset }
}
