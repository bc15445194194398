import { setImmediate as yieldThread } from 'node:timers/promises'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readMetadata, upsertMetadata } from '#api/infrastructure/database/app-metadata.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Statement, statement } from '#api/infrastructure/database/sql.ts'
import type { NoteReader } from '#api/modules/votes/note-gate.ts'
import { type DocumentKind, SEARCH_PAGE_SIZE } from '#shared/contract/search.ts'
import type { ParsedQuery } from '#shared/rules/search-tokens.ts'
import { addMissingDocuments, recentWeeks } from './document-sql.ts'
import type { RoundQuery } from './find-rounds.ts'
import { candidateQuery, NEWEST_TIME, SEARCH_ALL, SEARCH_NEWEST, tokenQuery } from './search-sql.ts'

/** Longest time of a step of a search. */
const STEP_TIMEOUT_MS = 500

/**
 * Values are known to the plan. A table is never read as a whole: the planner takes tokens, which are stored apart
 * from the row, for cheap to read.
 */
const SETTINGS = `SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL enable_seqscan = off; SET LOCAL jit = off;
  SET LOCAL work_mem = '32MB'`

/** Texts in a batch, which holds the thread of the embedded database. */
const BATCH_SIZE = 100

/** Metadata key of the ids up to which every text was added. */
const ADDED_KEY = 'search_tokens'
const AddedUpTo = Type.Object({
  note: column.int,
  post: column.int,
  person: column.int,
  reply: column.int,
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

/** After every text. */
const LAST = { created: new Date('9999-12-31'), kind: 'note', id: 0 } as const

const MERGE = statement(
  `SELECT gin_clean_pending_list('search_document_public_tokens_reader_tokens_idx')`,
)

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

/** Searchable texts in the database. `stepTimeoutMs`: longest time of a step of a search. */
export function createSearchStore(database: Database, stepTimeoutMs = STEP_TIMEOUT_MS) {
  const settings = `SET LOCAL statement_timeout = ${stepTimeoutMs}; ${SETTINGS}`
  return {
    /**
     * A page of texts and one more, newest first, found in steps between which others get the thread of the embedded
     * database. Rejects when a step takes too long; see `isSearchTimeout`.
     */
    find(
      parsed: ParsedQuery,
      { userId, liveId, readsNotes, readsLive }: NoteReader,
      { kind, author, before }: SearchFilter,
    ) {
      const candidates = candidateQuery(parsed)
      const patterns = parsed.terms.map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`).join(' ')
      const last = before ?? LAST
      const place = [last.created, last.kind, last.id]
      const reader = [userId, liveId, readsNotes, readsLive]
      const values = [patterns, ...reader, kind, ...place, tokenQuery(parsed)]
      return database.transaction(async (sql) => {
        await sql.script(settings)
        if (author !== null) return sql.query(SEARCH_ALL, [...values, author, candidates])
        const newest = await sql.query(SEARCH_NEWEST, values)
        if (newest.length > SEARCH_PAGE_SIZE) return newest
        await yieldThread()
        const [text] = await sql.query(NEWEST_TIME, place)
        if (!text) return []
        const inWeeks = `${candidates} & (${recentWeeks(text.created.getTime())})`
        const recent = await sql.query(SEARCH_ALL, [...values, null, inWeeks])
        if (recent.length > SEARCH_PAGE_SIZE) return recent
        await yieldThread()
        return sql.query(SEARCH_ALL, [...values, null, candidates])
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

    /** Merges the entries of new texts into the index, so that no text has to wait for that when it is written. */
    async mergeEntries(): Promise<void> {
      await database.query(MERGE)
    },

    /** Ids up to which every text was added, by kind. */
    addedUpTo: () => readMetadata(database, ADDED_KEY, (value) => Value.Parse(AddedUpTo, value)),

    saveAddedUpTo: (added: AddedUpTo) => upsertMetadata(database, ADDED_KEY, added),
  }
}
