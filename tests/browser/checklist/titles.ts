/** A string on one line that is the first of several arguments, the second of which is a function. */
const FIRST_ARGUMENT =
  /(?:\btest|\))\(\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\\n])*)`),\s*(?:async\s*)?(?:\(|\w+\s*=>)/g

/**
 * The titles of the tests in a source: the first argument of `test(…)` and of `test.each(…)(…)`.
 * Titles that are not written as one string are not seen.
 */
export function titlesIn(source: string): string[] {
  return [...source.matchAll(FIRST_ARGUMENT)].map(([, ...quoted]) =>
    (quoted.find((text) => text !== undefined) ?? '').replaceAll(/\\(['"`])/g, '$1'),
  )
}
