import type { TextMaker } from './texts.ts'

/** Kinds of queries of which each language has as many. */
const KINDS = 5

/**
 * `count` queries, half of them Korean: frequent, middle and rare words, two words, and parts of words (Korean from
 * within, English from the beginning).
 */
export function makeQueries({ vocabulary }: TextMaker, count: number): string[] {
  const each = Math.ceil(count / KINDS / 2)
  const languages = [
    [vocabulary['ko-KR'], (word: string) => word.slice(1, 4)],
    [vocabulary['en-US'], (word: string, index: number) => word.slice(0, 2 + (index % 3))],
  ] as const
  const queries = new Set<string>()
  for (const [all, partOf] of languages) {
    const words = all.filter((word) => word.length > 1)
    /** By steps of the same factor, as frequency falls. */
    const between = (first: number, last: number, index: number) =>
      words[Math.floor(first * (last / first) ** ((index + 0.5) / each))] ?? ''
    for (let index = 0; index < each; index++) {
      const frequent = between(1, 2 * each, index)
      const long = words.filter((word) => word.length > 3)[index * 31] ?? ''
      for (const query of [
        frequent,
        between(2 * each, 1_000, index),
        between(1_000, words.length, index),
        `${frequent} ${between(2 * each, 3_000, (index * 7) % each)}`,
        partOf(long, index),
      ]) {
        queries.add(query)
      }
    }
  }
  return [...queries]
}
