import { createFormat, type Format } from '#shared/i18n/format.ts'
import { firstLocale, type Locale } from '#shared/i18n/locale.ts'
import { type Translate, translator } from '#shared/i18n/text.ts'
import type { Preferences } from './platform.ts'
import { createStore, type Store } from './store.ts'

export const LOCALE_KEY = 'userLocale'

/** A language with its texts and formats. */
export interface Language {
  locale: Locale
  t: Translate
  format: Format
}

function languageOf(locale: Locale): Language {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return { locale, t: translator(locale), format: createFormat(locale, zone) }
}

export interface LanguageChoice {
  store: Store<Language>
  choose(locale: Locale): void
}

/** The language of the page: the kept choice, else the browser's. */
export function createLanguageChoice(preferences: Preferences): LanguageChoice {
  const first = firstLocale(preferences.read(LOCALE_KEY), navigator.language)
  const store = createStore(languageOf(first))
  const mark = () => {
    document.documentElement.lang = store.get().locale
    document.title = store.get().t('app.name')
  }
  mark()
  store.subscribe(mark)
  return {
    store,
    choose(locale) {
      preferences.write(LOCALE_KEY, locale)
      store.set(languageOf(locale))
    },
  }
}
