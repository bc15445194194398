import { parseEnv } from 'node:util'

/** Shorter names are within a typing error of variables that others set: HOST, PORT. */
const LENGTH_MIN = 7
/** From this length two errors still mean the same name. */
const LENGTH_OF_TWO_ERRORS = 10

/** Case, underscores and the plural are the usual differences. */
function simplify(name: string): string {
  const plain = name.toLowerCase().replaceAll('_', '')
  return plain.replace(/ies$/, 'y').replace(/s$/, '')
}

/** Insertions, deletions, substitutions and exchanges of neighbors that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const choices = [
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + differs,
        isExchange ? (beforePrevious[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      ]
      row.push(Math.min(...choices))
    }
    beforePrevious = previous
    previous = row
  }
  return previous[b.length] ?? 0
}

function isNear(given: string, name: string): boolean {
  if (name.length < LENGTH_MIN || given.length < LENGTH_MIN) return false
  const [a, b] = [simplify(given), simplify(name)]
  const allowed = name.length < LENGTH_OF_TWO_ERRORS ? 1 : 2
  return Math.abs(a.length - b.length) <= allowed && editDistance(a, b) <= allowed
}

/** A variable that no setting has, and the setting that it probably means. */
export interface MisspelledSetting {
  given: string
  meant: string
}

/**
 * Variables whose names are within a typing error of an unset setting. Other unknown variables are left
 * alone: an environment is full of them.
 */
export function misspelledSettings(
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): MisspelledSetting[] {
  const unset = names.filter((name) => !environment[name]?.trim())
  return Object.keys(environment).flatMap((given) => {
    if (names.includes(given) || !environment[given]?.trim()) return []
    const meant = unset.find((name) => isNear(given, name))
    return meant === undefined ? [] : [{ given, meant }]
  })
}

/**
 * Names in the text of a `.env` file that no setting has. Those with the prefix VITE_ are of the build,
 * those of `TEST_` of the tests.
 */
export function unknownInEnvFile(names: readonly string[], text: string): string[] {
  const given = Object.keys(parseEnv(text))
  return given.filter((name) => !names.includes(name) && !/^(VITE|TEST)_/.test(name))
}
