import { type Choice, createChoice } from './choice.ts'
import type { Preferences } from './platform.ts'

/** The first holds without a choice. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/**
 * What colors the directions have: the site's own (up blue, steady green, down red), as in Korea
 * (up red, down blue), as in the West (up green, down red), or told apart without red and green.
 */
export const COLOR_SETS = ['classic', 'korean', 'western', 'safe'] as const
export type ColorSet = (typeof COLOR_SETS)[number]

function createLook<Value extends string>(
  preferences: Preferences,
  key: string,
  values: readonly [Value, ...Value[]],
  mark: (value: Value) => void,
): Choice<Value> {
  const choice = createChoice<Value>({
    preferences,
    key,
    read: (kept) => values.find((value) => value === kept) ?? values[0],
    write: String,
  })
  const show = () => mark(choice.store.getState())
  show()
  choice.store.subscribe(show)
  return choice
}

/** The theme of the page: the kept choice, else the system's. The style sheet follows `data-theme`. */
export function createThemeChoice(preferences: Preferences): Choice<Theme> {
  return createLook(preferences, 'userTheme', THEMES, (theme) => {
    document.documentElement.dataset.theme = theme
  })
}

/** The colors of the directions. The style sheet follows `data-colors`. */
export function createColorChoice(preferences: Preferences): Choice<ColorSet> {
  return createLook(preferences, 'userColours', COLOR_SETS, (colors) => {
    document.documentElement.dataset.colors = colors
  })
}
