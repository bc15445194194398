import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { createRoundStore } from '#api/modules/rounds/store.ts'
import { addMissingDocuments } from '#api/modules/search/document-sql.ts'
import { DocumentKind } from '#shared/contract/search.ts'
import { liveRound, roundStartsBetween } from '#shared/rules/schedule.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import { addPeople, settleDown } from '#tests/load/fill.ts'
import { createTokens } from '#tests/load/votes.ts'
import type { TextMaker } from './texts.ts'

const WEEKS = 52
/** They count votes, which no search reads. */
const WITHOUT_TRIGGERS = 'SET LOCAL session_replication_role = replica'
const AT_ONCE = 5_000
const DOCUMENTS_AT_ONCE = 2_000

/** Shortest and longest text, in words. */
export const LENGTHS = { note: [10, 90], post: [10, 160], reply: [3, 50] } as const

/** The n-th of `$2` texts of its kind; kinds are spread over the same year. */
const TEXTS = 'FROM jsonb_to_recordset($1::text::jsonb) AS t (n int, title text, html text)'
const AUTHOR = '1 + (n::bigint * 7919) % $3::int'
const CREATED = `now() - interval '${WEEKS} weeks' * (1 - n / $2::float8)`

/** `$2` notes in a round. */
const NOTES = statement(
  `INSERT INTO vote (id, round_id, user_id, choice, offer_hit, offer_miss, offer_version, title,
    content, has_content, created)
  SELECT n, r.id, 1 + (n % $2::int + 131 * r.id) % $3::int, 'up', 100, -50, 1, title, html, true,
    ref_date + (least(now(), ref_date + interval '3 days') - ref_date) * ((n % $2) / $2::float8)
  ${TEXTS} JOIN (SELECT id, ref_date, row_number() OVER (ORDER BY id) AS place FROM round) r
    ON place = 1 + n / $2`,
)
const POSTS = statement(
  `INSERT INTO post (id, board, user_id, title, content, created)
  SELECT n, (CASE WHEN n % 10 = 0 THEN 'suggestions' ELSE 'frees' END)::board, ${AUTHOR}, title, html,
    ${CREATED}
  ${TEXTS}`,
)
/** Two of three below notes. */
const REPLIES = statement(
  `INSERT INTO reply (id, vote_id, post_id, user_id, content, created)
  SELECT n, CASE WHEN n % 3 > 0 THEN n END, CASE WHEN n % 3 = 0 THEN n END, ${AUTHOR}, html, ${CREATED}
  ${TEXTS}`,
)
const AGE = statement(`UPDATE user_account SET created = now() - interval '${WEEKS} weeks'`)
/** Nothing is left to be done for them. */
const SETTLE = statement(
  `UPDATE round SET outcome = 'void', settled_at = target_date, log_index = 0, receipt_size = 0,
    tested_at = target_date
  WHERE target_date < now()`,
)
const SEQUENCES = ['vote', 'post', 'reply']
  .map((table) => `SELECT setval('${table}_id_seq', (SELECT max(id) FROM ${table}))`)
  .join(';')
/** Of the voter in the live round, and of the former voter in each fifth settled one. */
const READERS_VOTES = `WITH reader AS (SELECT max(id) AS voter, max(id) - 1 AS former FROM user_account)
  INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title, content,
    has_content, created)
  SELECT r.id, CASE WHEN settled_at IS NULL THEN voter ELSE former END, 'up', 100, -50, 1, '', '', false,
    ref_date
  FROM round r, reader
  WHERE ref_date = (SELECT max(ref_date) FROM round) OR settled_at IS NOT NULL AND r.id % 5 = 0`

async function insertTexts(database: Database, count: number, maker: TextMaker): Promise<void> {
  const live = liveRound(Date.now()).refDate
  const starts = roundStartsBetween(live - WEEKS * WEEK_MS, live)
  await createRoundStore(database).open(starts)
  await database.query(SETTLE)
  const people = Math.ceil(count / 50)
  await addPeople(database, people)
  await database.query(AGE)
  const others = Math.floor((count - people) / 4)
  const inRound = Math.floor((count - people - 2 * others) / starts.length)
  const insert = async (
    into: typeof NOTES,
    rows: number,
    scale: number,
    make: () => { title: string; html: string },
  ) => {
    for (let first = 1; first <= rows; first += AT_ONCE) {
      const length = Math.min(AT_ONCE, rows + 1 - first)
      const texts = Array.from({ length }, (_, index) => ({ n: first + index, ...make() }))
      await database.transaction(async (sql) => {
        await sql.script(WITHOUT_TRIGGERS)
        await sql.query(into, [JSON.stringify(texts), scale, people])
      })
    }
  }
  await insert(NOTES, inRound * starts.length - 1, inRound, () => maker.titled(LENGTHS.note))
  await insert(POSTS, others, others, () => maker.titled(LENGTHS.post))
  await insert(REPLIES, others, others, () => ({
    title: '',
    html: maker.plain(LENGTHS.reply),
  }))
}

/** Makes the texts searchable by the server's own function. */
async function addDocuments(database: Database): Promise<void> {
  const addAll = async (kind: DocumentKind) => {
    let last: number | null = 0
    const addBatch = (after: number) =>
      database.transaction((sql) => addMissingDocuments(sql, kind, after, DOCUMENTS_AT_ONCE))
    while (last !== null) last = await addBatch(last)
  }
  await Promise.all(DocumentKind.anyOf.map((kind) => addAll(kind.const)))
}

/** Fills an empty database with `count` searchable texts of a year, half of them notes. */
export async function fillSearch(
  database: Database,
  count: number,
  maker: TextMaker,
): Promise<void> {
  await insertTexts(database, count, maker)
  await database.script(SEQUENCES)
  await addDocuments(database)
  await settleDown(database)
}

/** Headers of requests by reader. */
export type Readers = Record<string, Record<string, string>>

/** A guest, a member without a vote, one with votes in former rounds, and one who reads every note. */
export async function addReaders(
  database: Database,
  env: Record<string, string>,
): Promise<Readers> {
  const [member, former, voter] = (await createTokens(database, env, 3)).map((token) => ({
    authorization: `Bearer ${token}`,
  }))
  if (!member || !former || !voter) throw new Error('three tokens were expected')
  await database.transaction(async (sql) => {
    await sql.script(`${WITHOUT_TRIGGERS}; ${READERS_VOTES}`)
  })
  return { guest: {}, member, 'former voter': former, voter }
}
