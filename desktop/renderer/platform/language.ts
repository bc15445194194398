import { createStore, type StoreApi } from 'zustand/vanilla'
import { type CoreTranslate, coreTexts } from '#shared/i18n/core.ts'
import { createFormat, type Format } from '#shared/i18n/format.ts'
import { initialLocale, type Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'
import { type Choice, createChoice } from './choice.ts'
import type { Preferences } from './platform.ts'

export const LOCALE_KEY = 'userLocale'

/** A language with its texts and formats. */
export interface Language {
  locale: Locale
  t: CoreTranslate
  format: Format
}

function languageOf(locale: Locale): Language {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return { locale, t: translator(coreTexts, locale), format: createFormat(locale, zone) }
}

export interface LanguageChoice extends Pick<Choice<Locale>, 'choose' | 'reset'> {
  store: StoreApi<Language>
}

/** The language of the page: the kept choice, else the browser's. */
export function createLanguageChoice(preferences: Preferences): LanguageChoice {
  const locale = createChoice({
    preferences,
    key: LOCALE_KEY,
    read: (kept) => initialLocale(kept, navigator.language),
    write: String,
  })
  const store = createStore(() => languageOf(locale.store.getState()))
  const mark = () => {
    document.documentElement.lang = locale.store.getState()
  }
  mark()
  locale.store.subscribe(() => {
    mark()
    store.setState(languageOf(locale.store.getState()), true)
  })
  return { store, choose: locale.choose, reset: locale.reset }
}
