const NUMBER = String.raw`\d{1,3}(?:\.\d{1,3})?%?`
const COLOR = new RegExp(
  `^(?:#(?:[\\da-f]{3,4}|[\\da-f]{6}|[\\da-f]{8})|[a-z]{3,24}|(?:rgb|hsl)a?\\(${NUMBER}(?:(?: ?, ?| | ?/ ?)${NUMBER}){2,3}\\))$`,
  'i',
)

const within =
  (pattern: RegExp, from: number, to: number) =>
  (value: string): boolean => {
    const number = Number(pattern.exec(value)?.[1] ?? Number.NaN)
    return number >= from && number <= to
  }

/** Allowed style properties with the validator of each value. */
const PROPERTIES: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['color', (value: string) => COLOR.test(value)],
  ['background-color', (value: string) => COLOR.test(value)],
  ['font-size', within(/^(\d{1,2}(?:\.\d{1,3})?)px$/i, 8, 36)],
  ['line-height', within(/^(\d(?:\.\d{1,3})?)$/, 1, 3)],
  ['text-align', (value: string) => /^(?:left|center|right|justify)$/i.test(value)],
])

/** A whole `style` attribute in canonical form. */
export const STYLE = new RegExp(
  `^(?:(?:${[...PROPERTIES.keys()].join('|')}): [\\w#%.,()/ ]+;(?: (?=.)|$))+$`,
)

/**
 * The allowed declarations of a `style` attribute in canonical form, or null when none is left. Values
 * match closed patterns as a whole, so comments, escapes, `url()`, `var()` and `!important` never pass
 * and splitting at `;` is safe.
 */
export function cleanStyle(style: string): string | null {
  const allowed: string[] = []
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    const value = declaration.slice(colon + 1).trim()
    if (PROPERTIES.get(property)?.(value)) allowed.push(`${property}: ${value}`)
  }
  return allowed.length === 0 ? null : `${allowed.join('; ')};`
}
