const NUMBER = String.raw`\d{1,3}(?:\.\d{1,3})?%?`
const COLOUR = new RegExp(
  `^(?:#(?:[\\da-f]{3,4}|[\\da-f]{6}|[\\da-f]{8})|[a-z]{3,24}|(?:rgb|hsl)a?\\(${NUMBER}(?:(?: ?, ?| | ?/ ?)${NUMBER}){2,3}\\))$`,
  'i',
)

const within =
  (pattern: RegExp, from: number, to: number) =>
  (value: string): boolean => {
    const number = Number(pattern.exec(value)?.[1] ?? Number.NaN)
    return number >= from && number <= to
  }

/** The properties a `style` may set, and the judge of each value. */
const PROPERTIES: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['color', (value: string) => COLOUR.test(value)],
  ['background-color', (value: string) => COLOUR.test(value)],
  ['font-size', within(/^(\d{1,2}(?:\.\d{1,3})?)px$/i, 8, 36)],
  ['line-height', within(/^(\d(?:\.\d{1,3})?)$/, 1, 3)],
  ['text-align', (value: string) => /^(?:left|center|right|justify)$/i.test(value)],
])

/**
 * The allowed declarations of a `style` attribute in canonical writing, or null when none is left. Values
 * are matched whole against closed patterns, so comments, escapes, `url()`, `var()` and `!important`
 * never pass; splitting at each `;` is safe for that reason.
 */
export function cleanStyle(style: string): string | null {
  const kept: string[] = []
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    const value = declaration.slice(colon + 1).trim()
    if (PROPERTIES.get(property)?.(value)) kept.push(`${property}: ${value}`)
  }
  return kept.length === 0 ? null : `${kept.join('; ')};`
}
