/** The font sizes on offer, in px: all within what the sanitiser keeps (8 to 36). */
export const FONT_SIZES: readonly string[] = [
  '8',
  '9',
  '10',
  '11',
  '12',
  '14',
  '16',
  '18',
  '20',
  '24',
  '28',
  '32',
  '36',
]

/** The line heights on offer, as multiples of the font size, as they are stored. */
export const LINE_HEIGHTS: readonly string[] = [
  '1',
  '1.2',
  '1.4',
  '1.5',
  '1.6',
  '1.8',
  '2',
  '2.5',
  '3',
]

/** A font size as stored, or null when it is not a number of px from 8 to 36. */
export function fontSizeOf(css: string): string | null {
  const size = /^(\d{1,2}(?:\.\d{1,3})?)px$/.exec(css)?.[1]
  return size !== undefined && Number(size) >= 8 && Number(size) <= 36 ? size : null
}

/** A line height as stored, or null when it is not a plain number from 1 to 3. */
export function lineHeightOf(css: string): string | null {
  return /^\d(?:\.\d{1,3})?$/.test(css) && Number(css) >= 1 && Number(css) <= 3
    ? String(Number(css))
    : null
}
