import type { Preferences } from './platform.ts'
import { createStore, type Store } from './store.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const THEME_KEY = 'userTheme'

export interface ThemeChoice {
  store: Store<Theme>
  choose(theme: Theme): void
}

/** The theme of the page: the kept choice, else the system's. The style sheet follows `data-theme`. */
export function createThemeChoice(preferences: Preferences): ThemeChoice {
  const kept = preferences.read(THEME_KEY)
  const store = createStore<Theme>(THEMES.find((theme) => theme === kept) ?? 'system')
  const mark = () => {
    document.documentElement.dataset.theme = store.get()
  }
  mark()
  store.subscribe(mark)
  return {
    store,
    choose(theme) {
      preferences.write(THEME_KEY, theme)
      store.set(theme)
    },
  }
}
