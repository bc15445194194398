import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readMetadata, upsertMetadata } from '#api/infrastructure/database/app-metadata.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Statement, statement } from '#api/infrastructure/database/sql.ts'
import type { NoteReader } from '#api/modules/votes/note-gate.ts'
import { calledSettledRound } from '#api/modules/votes/note-gate-sql.ts'
import { BoardType } from '#shared/contract/posts.ts'
import { DocumentKind, SEARCH_PAGE_SIZE } from '#shared/contract/search.ts'
import type { ParsedQuery } from '#shared/rules/search-tokens.ts'
import { addMissingDocuments } from './document-sql.ts'
import type { RoundQuery } from './find-rounds.ts'

/** Longest time of a search in the database. */
const TIMEOUT_MS = 500

/** Texts in a batch, which holds the thread of the embedded database. */
const BATCH_SIZE = 100

/**
 * Whether `$3` (0 for a guest) may read the text: as GET of a note or post. Notes of the live round `$4` only
 * (`$6`) once the reader's direction is fixed, since reading one fixes it; so do the replies below an own one.
 */
const IS_READABLE = `coalesce(
    (v.user_id = $3 AND (y.id IS NULL OR v.round_id <> $4 OR $6))
    OR ($5 AND (v.round_id <> $4 OR $6))
    OR ${calledSettledRound('$3', 'v', 'r')}
    OR p.board <> 'frees' OR (p.id IS NOT NULL AND $3 > 0), false)`

/** The tokens find candidates by an index; LIKE compares them with the words. */
const isIn = (field: string) =>
  `(d.${field}_tokens @@ $1::text::tsquery AND d.${field} LIKE ALL (string_to_array($2::text, ' ')))`
const IN_TITLE = isIn('title')
const IN_BODY = isIn('body')

const SEARCH = statement(
  `SELECT d.kind::text, d.id, d.created, u.unique_code, u.nickname, coalesce(v.title, p.title, '') AS title,
    coalesce(y.content, v.content, p.content, '') AS html, y.vote_id AS thread_vote, p.id AS post_id, p.board, r.target_date, ${IS_READABLE} AS is_readable
  FROM search_document d
    JOIN user_account u ON u.id = d.user_id AND u.banned_at IS NULL AND u.erased_at IS NULL
    LEFT JOIN reply y ON d.kind = 'reply' AND y.id = d.id AND y.deleted_at IS NULL AND y.hidden_at IS NULL
    LEFT JOIN vote v ON v.id = CASE d.kind WHEN 'note' THEN d.id ELSE y.vote_id END
      AND (v.has_content OR y.id IS NOT NULL) AND v.note_hidden_at IS NULL
    LEFT JOIN round r ON r.id = v.round_id
    LEFT JOIN post p ON p.id = CASE d.kind WHEN 'post' THEN d.id ELSE y.post_id END AND p.hidden_at IS NULL
  WHERE (${IN_TITLE} OR ${IN_BODY}) AND (${IN_TITLE} OR ${IS_READABLE})
    AND (d.kind = 'person' OR v.id IS NOT NULL OR p.id IS NOT NULL)
    AND ($7::text IS NULL OR d.kind = $7::text::search_kind)
    AND ($8::text IS NULL OR d.user_id = (SELECT id FROM user_account WHERE unique_code = $8))
    AND ($9::timestamptz IS NULL
      OR (d.created, d.kind, d.id) < ($9::timestamptz, $10::text::search_kind, $11::bigint))
  ORDER BY d.created DESC, d.kind DESC, d.id DESC LIMIT ${SEARCH_PAGE_SIZE + 1}`,
  {
    kind: DocumentKind,
    id: column.int,
    created: column.instant,
    unique_code: column.text,
    nickname: column.text,
    title: column.text,
    html: column.text,
    thread_vote: column.nullable(column.int),
    post_id: column.nullable(column.int),
    board: column.nullable(BoardType),
    target_date: column.nullable(column.instant),
    is_readable: column.boolean,
  },
)

/** Metadata key of the ids up to which every text was added. */
const ADDED_KEY = 'search'
const AddedUpTo = Type.Object({
  note: column.int,
  post: column.int,
  person: column.int,
  // Metadata of a version that searched no replies lacks it.
  reply: Type.Integer({ default: 0 }),
})
export type AddedUpTo = Static<typeof AddedUpTo>

const ROUND_COLUMNS = { ref_date: column.instant, target_date: column.instant }

const ROUND = statement(
  'SELECT ref_date, target_date FROM round WHERE ref_date = $1',
  ROUND_COLUMNS,
)

const isDay = (instant: string) =>
  `($1::int IS NULL OR extract(year FROM ${instant} AT TIME ZONE 'UTC') = $1)
    AND extract(month FROM ${instant} AT TIME ZONE 'UTC') = $2
    AND extract(day FROM ${instant} AT TIME ZONE 'UTC') = $3`

/** Two rounds begin in a week, so that reading them all costs little. */
const ROUNDS_OF_DAY = statement(
  `SELECT ref_date, target_date FROM round WHERE (${isDay('ref_date')}) OR (${isDay('target_date')})
  ORDER BY ref_date DESC LIMIT ${SEARCH_PAGE_SIZE}`,
  ROUND_COLUMNS,
)

const LAST_IDS: Record<DocumentKind, Statement<{ id: number }>> = {
  note: statement('SELECT coalesce(max(id), 0) AS id FROM vote', { id: column.int }),
  post: statement('SELECT coalesce(max(id), 0) AS id FROM post', { id: column.int }),
  person: statement('SELECT coalesce(max(id), 0) AS id FROM user_account', { id: column.int }),
  reply: statement('SELECT coalesce(max(id), 0) AS id FROM reply', { id: column.int }),
}

export interface SearchFilter {
  kind: DocumentKind | null
  /** Unique code. */
  author: string | null
  /** Last item of the page before. */
  before: { created: Date; kind: DocumentKind; id: number } | null
}

/** SQLSTATE of a statement that took longer than its time-out. */
const CANCELED = '57014'

/** Whether a search took too long. */
export const isSearchTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === CANCELED

export type SearchStore = ReturnType<typeof createSearchStore>
export type FoundDocument = Awaited<ReturnType<SearchStore['find']>>[number]

/** Searchable texts in the database. */
export function createSearchStore(database: Database) {
  return {
    /** A page of texts and one more, newest first. Rejects after half a second; see `isSearchTimeout`. */
    find(
      { terms, tokens }: ParsedQuery,
      { userId, liveId, readsNotes, readsLive }: NoteReader,
      { kind, author, before }: SearchFilter,
    ) {
      const query = tokens.map((token) => `'${token}'`).join(' & ')
      const patterns = terms.map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`).join(' ')
      const position = [before?.created ?? null, before?.kind ?? null, before?.id ?? null]
      const reader = [userId, liveId, readsNotes, readsLive]
      return database.transaction(async (sql) => {
        // The best plan depends on how frequent the words are, so none is kept.
        await sql.script(
          `SET LOCAL statement_timeout = ${TIMEOUT_MS}; SET LOCAL plan_cache_mode = force_custom_plan`,
        )
        return sql.query(SEARCH, [query, patterns, ...reader, kind, author, ...position])
      })
    },

    findRounds: (query: RoundQuery) =>
      'refDate' in query
        ? database.query(ROUND, [new Date(query.refDate)])
        : database.query(ROUNDS_OF_DAY, [query.year, query.month, query.day]),

    /** The newest id of a kind, 0 without any. */
    async lastId(kind: DocumentKind): Promise<number> {
      const [row] = await database.query(LAST_IDS[kind])
      return row?.id ?? 0
    },

    /**
     * Adds a batch of texts with an id above `after` that are not searchable yet.
     * @returns the last id; null when there are no more
     */
    addMissing: (kind: DocumentKind, after: number): Promise<number | null> =>
      database.transaction((sql) => addMissingDocuments(sql, kind, after, BATCH_SIZE)),

    /** Ids up to which every text was added, by kind. */
    addedUpTo: () => readMetadata(database, ADDED_KEY, (value) => Value.Parse(AddedUpTo, value)),

    saveAddedUpTo: (added: AddedUpTo) => upsertMetadata(database, ADDED_KEY, added),
  }
}
