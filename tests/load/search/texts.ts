import { uniform } from '#api/market/seeded-random.ts'
import { allTexts } from '#tests/support/interface-texts.ts'

const SEED = 11
/** Words of each language, the frequent ones first. */
const WORDS = 20_000
const ENDINGS = {
  'ko-KR':
    '은 는 이 가 을 를 에서 으로 도 만 까지 부터 보다 처럼 이라도 에는 과 와 하고 마다'.split(' '),
  'en-US':
    's ed ing er ly ness able ment ful less ist ism ish wise able like time side ward line'.split(
      ' ',
    ),
}
type Language = keyof typeof ENDINGS

/** Shortest and longest text of a kind, in words. */
type Length = readonly [shortest: number, longest: number]

/** A note or post before it is stored. */
export interface MadeText {
  title: string
  html: string
}

export interface TextMaker {
  vocabulary: Readonly<Record<Language, readonly string[]>>
  /** The title is the first line of the text. */
  titled(length: Length): MadeText
  plain(length: Length): string
}

/** Words of the interface by their frequency, then their stems with endings, so that parts of words repeat. */
async function vocabularyOf(language: Language): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const { locale, text } of await allTexts()) {
    if (locale !== language) continue
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const words = new Set([...counts].sort(([, a], [, b]) => b - a).map(([word]) => word))
  // Verbs have no such endings.
  const stems = [...words].filter((word) => word.length > 1 && !/[다요]$/.test(word))
  for (const ending of ENDINGS[language]) {
    for (const stem of stems) if (words.size < WORDS) words.add(stem + ending)
  }
  return [...words]
}

/** Makes the same texts each time, three of five in Korean, whose words have the frequency of natural texts (1 / rank). */
export async function createTextMaker(): Promise<TextMaker> {
  let drawn = 0
  const random = () => uniform(SEED, drawn++, 0)
  const vocabulary = {
    'ko-KR': await vocabularyOf('ko-KR'),
    'en-US': await vocabularyOf('en-US'),
  }
  const word = (language: Language) => {
    const words = vocabulary[language]
    return words[Math.floor(words.length ** random()) - 1] ?? ''
  }
  const words = ([shortest, longest]: Length) => {
    const language = random() < 0.6 ? 'ko-KR' : 'en-US'
    const count = shortest + Math.floor(random() ** 2 * (longest - shortest + 1))
    return Array.from({ length: count }, () => {
      const kind = random()
      if (kind < 0.04) return String(Math.floor(50_000 + random() * 60_000))
      return word(kind < 0.1 ? 'en-US' : language)
    })
  }
  return {
    vocabulary,
    titled(length) {
      const all = words(length)
      const title = all.slice(0, 6).join(' ')
      return { title, html: `<p>${title}</p><p>${all.slice(6).join(' ')}</p>` }
    },
    plain: (length) => words(length).join(' '),
  }
}
