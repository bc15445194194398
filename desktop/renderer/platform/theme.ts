import type { Locale } from '#shared/i18n/locale.ts'
import type { Preferences } from './platform.ts'
import { createSetting, type Setting } from './setting.ts'

/** The first is the default. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/**
 * Colors of up, steady and down: the site's own (blue, green, red), Korean (red, green, blue),
 * Western (green, blue, red), or without red and green.
 */
export const COLOR_SETS = ['classic', 'korean', 'western', 'safe'] as const
export type ColorSet = (typeof COLOR_SETS)[number]

/** A setting that is one of `values` and calls `apply` at once and on each change. */
function createAppearance<Value extends string>(
  preferences: Preferences,
  key: string,
  values: readonly [Value, ...Value[]],
  apply: (value: Value) => void,
): Setting<Value> {
  const setting = createSetting<Value>({
    preferences,
    key,
    parse: (stored) => values.find((value) => value === stored) ?? values[0],
    format: String,
  })
  apply(setting.store.getState())
  setting.store.subscribe(apply)
  return setting
}

/** The theme; style sheets read it as `data-theme` of the root element. */
export function createThemeSetting(preferences: Preferences): Setting<Theme> {
  return createAppearance(preferences, 'userTheme', THEMES, (theme) => {
    document.documentElement.dataset.theme = theme
  })
}

/** The spelling is fixed: browsers have stored it. */
export const COLORS_KEY = 'userColours'

/** Whether to ask for the colors of the directions: in Korean markets red is up and blue is down. */
export function isAskedForColors(locale: Locale, preferences: Preferences): boolean {
  return locale === 'ko-KR' && preferences.read(COLORS_KEY) === null
}

/** The colors of the directions; style sheets read them as `data-colors` of the root element. */
export function createColorSetting(preferences: Preferences): Setting<ColorSet> {
  return createAppearance(preferences, COLORS_KEY, COLOR_SETS, (colors) => {
    document.documentElement.dataset.colors = colors
  })
}
