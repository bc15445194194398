import { LOOK_ALIKES } from './look-alikes.ts'

/** Characters that read as a letter although their shape differs: digits, signs, other alphabets. */
const READ_AS: Readonly<Record<string, string>> = {
  a: '@4ⲁ',
  d: 'δⲇ',
  e: '3є',
  f: 'ƒ',
  i: '!ꮖ',
  m: 'μ',
  n: 'пν',
  s: '5$',
  t: '7τ',
}

const LETTER = new Map(
  [READ_AS, LOOK_ALIKES].flatMap((table) =>
    Object.entries(table).flatMap(([letter, others]) =>
      [...others].map((other) => [other, letter] as const),
    ),
  ),
)

function letterOf(character: string): string {
  const lower = character.toLowerCase()
  return LETTER.get(character) ?? LETTER.get(lower) ?? lower
}

/** Equal for texts that look alike; Hangul is split into its letters. I, l and 1 become one letter. */
export function nameSkeleton(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '')
  return [...plain].map(letterOf).join('').replaceAll('i', 'l').replaceAll('rn', 'm')
}

/** Insertions, deletions and replacements from `one` to `other`. */
function editDistance(one: string, other: string): number {
  const letters = [...other]
  let row = [0, ...letters.map((_, index) => index + 1)]
  for (const [rowIndex, letter] of [...one].entries()) {
    const next = [rowIndex + 1]
    for (const [index, otherLetter] of letters.entries()) {
      const replaced = (row[index] ?? 0) + (letter === otherLetter ? 0 : 1)
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Length from which names of one and of two different letters still count as the same. */
const ONE_LETTER_FROM = 4
const TWO_LETTERS_FROM = 8

const compared = (name: string) =>
  nameSkeleton(name.replace(/[^\p{L}\p{N}\p{S}@!]/gu, '').replace(/^\p{N}+|\p{N}+$/gu, ''))

/**
 * Whether two names are the same to a reader: by skeleton without spaces, signs and digits around them, with
 * one letter more, less or other from four letters, and two from eight.
 */
export function areNamesSimilar(one: string, other: string): boolean {
  const [first, second] = [compared(one), compared(other)]
  if (first === '' || second === '') return one === other
  const length = Math.min([...first].length, [...second].length)
  const tolerance = Number(length >= ONE_LETTER_FROM) + Number(length >= TWO_LETTERS_FROM)
  return editDistance(first, second) <= tolerance
}
