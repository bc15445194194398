import { createStore, type StoreApi } from 'zustand/vanilla'
import { type CoreTranslate, coreTexts } from '#shared/i18n/core.ts'
import { createFormat, type Format } from '#shared/i18n/format.ts'
import { initialLocale, type Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'
import type { Preferences } from './platform.ts'
import { createSetting, type Setting } from './setting.ts'

export const LOCALE_KEY = 'userLocale'

/** A locale with its texts and formats. */
export interface Language {
  locale: Locale
  t: CoreTranslate
  format: Format
}

function languageOf(locale: Locale): Language {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return { locale, t: translator(coreTexts, locale), format: createFormat(locale, zone) }
}

export interface LanguageSetting extends Pick<Setting<Locale>, 'set' | 'reset'> {
  store: StoreApi<Language>
}

/** The language of the page: the stored one, else the browser's. Sets `lang` of the document. */
export function createLanguageSetting(preferences: Preferences): LanguageSetting {
  const locale = createSetting({
    preferences,
    key: LOCALE_KEY,
    parse: (stored) => initialLocale(stored, navigator.language),
    format: String,
  })
  const store = createStore(() => languageOf(locale.store.getState()))
  const markDocument = () => {
    document.documentElement.lang = locale.store.getState()
  }
  markDocument()
  locale.store.subscribe(() => {
    markDocument()
    store.setState(languageOf(locale.store.getState()), true)
  })
  return { store, set: locale.set, reset: locale.reset }
}
