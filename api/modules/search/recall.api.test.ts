import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { parseQuery } from '#shared/rules/search-tokens.ts'
import { allTexts } from '#tests/support/interface-texts.ts'
import {
  createTestDatabase,
  openTestDatabase,
  testServerUrl,
} from '#tests/support/test-database.ts'
import { createSearchStore, type SearchStore } from './store.ts'

const WORDS = 500
/** Interface texts in a post. */
const TEXTS = 3
/** Longer than the product's limit of a step, which a busy machine reaches (ms). */
const TIMEOUT_MS = 60_000

const READER = { userId: 1, liveId: 0, readsNotes: true, readsLive: true }
const ALL = { kind: 'post', author: null, before: null } as const

const INSERT_AUTHOR = statement(
  `INSERT INTO user_account (id, login_method, email, nickname, unique_code, created, last_login)
  VALUES (1, 'other', '', 'writer', '000001', now(), now())`,
)
const INSERT = statement(
  `INSERT INTO post (board, user_id, title, content, created)
  SELECT 'suggestions', 1, '', content, now() + ordinality * interval '1 ms'
  FROM jsonb_array_elements_text($1::text::jsonb) WITH ORDINALITY AS texts(content, ordinality)`,
)
/** By LIKE or a regular expression, without an index. */
const scan = (condition: string) =>
  statement(`SELECT id FROM search_document WHERE ${condition} ORDER BY created DESC LIMIT 21`, {
    id: column.int,
  })
const LIKE = scan(`body LIKE '%' || $1::text || '%'`)
const WORD_START = scan(`(' ' || body) ~ ('[^[:alnum:]]' || $1::text)`)

/** Different words that a pattern finds in texts, spread over all of them. */
function wordsOf(texts: readonly string[], pattern: RegExp): string[] {
  const words = [...new Set(texts.flatMap((text) => text.match(pattern) ?? []))]
  const step = words.length / WORDS
  return Array.from({ length: WORDS }, (_, index) => words[Math.floor(index * step)] ?? '')
}

/** Locales of PostgreSQL; PGlite has one. */
const LOCALES =
  testServerUrl === null
    ? ['PGlite']
    : ["LOCALE 'C'", "LOCALE 'C.utf8'", "LOCALE 'C.utf8' LOCALE_PROVIDER icu ICU_LOCALE 'ko-KR'"]

async function openWithLocale(locale: string): Promise<Database> {
  if (testServerUrl === null) return openTestDatabase()
  const options = `TEMPLATE template0 ENCODING 'UTF8' ${locale}`
  const { url, drop } = await createTestDatabase(testServerUrl, options)
  const database = openPostgres({ url, connections: 2, onConnectionError: () => {} })
  await migrate(database)
  const close = async () => {
    await database.close()
    await drop()
  }
  return { ...database, close }
}

describe.each(LOCALES)('a search, %s', (locale) => {
  let database: Database
  let store: SearchStore
  let texts: { korean: string[]; english: string[] }

  beforeAll(async () => {
    database = await openWithLocale(locale)
    store = createSearchStore(database, TIMEOUT_MS)
    const all = await allTexts()
    const of = (locale: string) =>
      all.filter((text) => text.locale === locale).map(({ text }) => text)
    texts = { korean: of('ko-KR'), english: of('en-US') }
    const escaped = [...texts.korean, ...texts.english].map((text) => text.replaceAll('<', '&lt;'))
    const posts = Array.from({ length: Math.ceil(escaped.length / TEXTS) }, (_, index) =>
      escaped
        .slice(index * TEXTS, (index + 1) * TEXTS)
        .map((text) => `<p>${text}</p>`)
        .join(''),
    )
    await database.query(INSERT_AUTHOR)
    await database.query(INSERT, [JSON.stringify(posts)])
    for (let after: number | null = 0; after !== null; )
      after = await store.addMissing('post', after)
  })
  afterAll(() => database.close())

  const found = async (word: string) =>
    (await store.find(parseQuery(word), READER, ALL)).map(({ id }) => id)

  test('finds what LIKE finds for 500 parts of Korean words, of two to four syllables', async () => {
    const words = wordsOf(texts.korean, /[가-힣]{2,4}/g)
    expect(new Set(words).size).toBe(WORDS)
    for (const word of words) {
      const expected = (await database.query(LIKE, [word])).map(({ id }) => id)
      expect(expected.length).toBeGreaterThan(0)
      expect([word, await found(word)]).toEqual([word, expected])
    }
  })

  test('finds what LIKE finds for 500 English words, where a word begins', async () => {
    const words = wordsOf(texts.english, /\b[a-z]{2,20}\b/g)
    expect(new Set(words).size).toBe(WORDS)
    for (const word of words) {
      const expected = (await database.query(WORD_START, [word])).map(({ id }) => id)
      expect(expected.length).toBeGreaterThan(0)
      expect([word, await found(word)]).toEqual([word, expected])
    }
  })

  test('gives the thread to others between its steps', async () => {
    let turns = 0
    let isRunning = true
    const count = () => {
      turns += 1
      if (isRunning) setImmediate(count)
    }
    setImmediate(count)
    expect(await found('absent')).toEqual([])
    isRunning = false
    expect(turns).toBeGreaterThanOrEqual(2)
  })
})
