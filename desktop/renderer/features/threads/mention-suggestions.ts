import type { UserName } from '#shared/contract/common.ts'
import { isUniqueCode, normalizeUniqueCode } from '#shared/rules/unique-code.ts'

/** People whom a list suggests at most. */
export const SUGGESTED_MAX = 8

/** Longest beginning of a nickname that is looked for, in UTF-16 units. */
const QUERY_MAX = 40

/** An `@` and the beginning of a name, where a mention may stand; a letter after the caret belongs to a word. */
const TYPED = new RegExp(`(?<![0-9A-Za-z_@./:])@([^\\s@]{1,${QUERY_MAX}})$`)
const IN_WORD = /^[\p{L}\p{N}_]/u
const HAS_NAME = /[\p{L}\p{N}]/u

/** An unfinished mention, from `start` to before `end` in UTF-16 units. */
export interface TypedMention {
  start: number
  end: number
  /** The text behind the `@`. */
  query: string
}

/** The mention that is being typed at the caret; null without one. */
export function typedMention(text: string, caret: number): TypedMention | null {
  const from = Math.max(0, caret - QUERY_MAX - 2)
  const match = TYPED.exec(text.slice(from, caret))
  const query = match?.[1]
  if (!match || query === undefined || !HAS_NAME.test(query)) return null
  if (IN_WORD.test(text.slice(caret))) return null
  return { start: from + match.index, end: caret, query }
}

/** The range that an accepted mention replaces, and its text. */
export function acceptedMention(text: string, { start, end }: TypedMention, code: string) {
  return { start, end: end + (text.charAt(end) === ' ' ? 1 : 0), text: `@${code} ` }
}

/** Decomposed, so that a Hangul syllable in composition finds the names that it can become. */
const folded = (text: string) => text.normalize('NFKD').toLowerCase()

/**
 * People whose nickname or code begins with `query`: first those `near`, then those `found`, each once and in
 * the order given; never the one of `ownCode`.
 */
export function suggestedPeople(
  query: string,
  near: readonly UserName[],
  found: readonly UserName[],
  ownCode: string,
): UserName[] {
  const name = folded(query)
  const code = normalizeUniqueCode(query)
  const byCode = new Map<string, UserName>()
  for (const { uniqueCode, nickname } of [...near, ...found]) {
    const isMatch = uniqueCode.startsWith(code) || folded(nickname).startsWith(name)
    if (!isMatch || !isUniqueCode(uniqueCode) || uniqueCode === ownCode) continue
    if (!byCode.has(uniqueCode)) byCode.set(uniqueCode, { uniqueCode, nickname })
  }
  return [...byCode.values()].slice(0, SUGGESTED_MAX)
}
