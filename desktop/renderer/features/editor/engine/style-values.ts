/** Named text and background colors. The style sheet renders a name in a shade legible in the theme. */
export const COLOR_NAMES = [
  'gray',
  'brown',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
] as const

/** Whether a color is a named one; pasted content may have others. */
export function isNamedColor(color: string): boolean {
  return COLOR_NAMES.some((name) => name === color)
}

/** Font sizes of the menu, px; the sanitizer allows 8 to 36. */
export const FONT_SIZES: readonly string[] = '8 9 10 11 12 14 16 18 20 24 28 32 36'.split(' ')

/** The `lineHeight` prop of a block without one. */
export const NO_LINE_HEIGHT = 'default'

/** Line heights of the menu, as stored: multiples of the font size. */
export const LINE_HEIGHTS: readonly string[] = '1 1.2 1.4 1.5 1.6 1.8 2 2.5 3'.split(' ')

/** The stored form of a CSS font size; null unless it is 8 to 36 px. */
export function parseFontSize(css: string): string | null {
  const size = /^(\d{1,2}(?:\.\d{1,3})?)px$/.exec(css)?.[1]
  return size !== undefined && Number(size) >= 8 && Number(size) <= 36 ? size : null
}

/** The stored form of a CSS line height; null unless it is a plain number from 1 to 3. */
export function parseLineHeight(css: string): string | null {
  return /^\d(?:\.\d{1,3})?$/.test(css) && Number(css) >= 1 && Number(css) <= 3
    ? String(Number(css))
    : null
}
