import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { NoteGate } from '#api/modules/votes/note-gate.ts'
import {
  SEARCH_PAGE_SIZE,
  type SearchItem,
  type SearchQuery,
  type SearchReply,
} from '#shared/contract/search.ts'
import {
  displayHtml,
  displayText,
  foldCase,
  parseQuery,
  QUERY_MIN,
} from '#shared/rules/search-tokens.ts'
import { normalizeUniqueCode } from '#shared/rules/unique-code.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { htmlOf } from './document-sql.ts'
import { parseRoundQuery } from './find-rounds.ts'
import { snippetOf } from './snippet.ts'
import { type FoundDocument, isSearchTimeout, type SearchStore } from './store.ts'

/** Searches of an instance in the database at once, so that they leave connections to everything else. */
const SEARCHES_MAX = 3

interface SearchDeps {
  store: Pick<SearchStore, 'find' | 'findRounds'>
  gate: Pick<NoteGate, 'readerOf'>
  clock: Clock
}

export type SearchService = ReturnType<typeof createSearchService>

function threadOf({ thread_vote: voteId, post_id: postId }: FoundDocument) {
  if (voteId !== null) return { target: 'vote' as const, id: voteId }
  return postId === null ? null : { target: 'post' as const, id: postId }
}

function toItem(row: FoundDocument, terms: readonly string[]): SearchItem {
  const author = { uniqueCode: row.unique_code, nickname: row.nickname }
  const created = row.created.toISOString()
  if (row.kind === 'person') return { kind: 'person', ...author, created }
  const written = {
    id: row.id,
    title: row.title,
    ...author,
    created,
    ...(row.is_readable && { snippet: snippetOf(displayHtml(htmlOf(row.kind, row.html)), terms) }),
  }
  if (row.kind === 'reply') {
    const thread = threadOf(row)
    if (thread === null) throw new Error(`reply ${row.id} has no thread`)
    return { kind: 'reply', ...written, thread, boardType: row.board }
  }
  if (row.board !== null) return { kind: 'post', ...written, boardType: row.board }
  if (row.target_date === null) throw new Error(`note ${row.id} has no round`)
  return { kind: 'note', ...written, targetDate: row.target_date.toISOString() }
}

/** Search in titles, and in the texts that a person may read. */
export function createSearchService({ store, gate, clock }: SearchDeps) {
  let searches = 0
  /** @throws ApiError NOT_READY while too many others search, SEARCH_TIMEOUT */
  const find = async (...search: Parameters<SearchStore['find']>) => {
    if (searches >= SEARCHES_MAX) {
      throw new ApiError('NOT_READY', { headers: { 'retry-after': '1' } })
    }
    searches += 1
    try {
      return await store.find(...search)
    } catch (error) {
      throw isSearchTimeout(error) ? new ApiError('SEARCH_TIMEOUT') : error
    } finally {
      searches -= 1
    }
  }

  const findRounds = async (q: string): Promise<SearchItem[]> => {
    const query = parseRoundQuery(foldCase(displayText(q)), clock.now())
    if (query === null) return []
    return (await store.findRounds(query)).map(({ ref_date, target_date }) => ({
      kind: 'round' as const,
      refDate: ref_date.toISOString(),
      targetDate: target_date.toISOString(),
    }))
  }

  return {
    /**
     * A page of what `userId` (null for a guest) may see. Hidden texts and those of banned and erased people
     * are absent for everybody.
     * @throws ApiError SEARCH_TOO_SHORT, SEARCH_TIMEOUT, NOT_READY, INVALID
     */
    async search(
      userId: number | null,
      { q, kind, author, before }: SearchQuery,
    ): Promise<SearchReply> {
      // JSON Schema counts characters, the validator of requests UTF-16 units.
      if ([...q].length < QUERY_MIN) throw new ApiError('SEARCH_TOO_SHORT', { field: 'q' })
      const cursor = before === undefined ? null : readCursor(before)
      const withRounds = cursor === null && author === undefined && (kind ?? 'round') === 'round'
      const found = withRounds ? await findRounds(q) : []
      if (kind === 'round') return { items: found, next: null }
      const query = parseQuery(q)
      if (query.tokens.length + query.prefixes.length === 0) {
        if (found.length > 0) return { items: found, next: null }
        throw new ApiError('SEARCH_TOO_SHORT', { field: 'q' })
      }
      const filter = {
        kind: kind ?? null,
        author: author === undefined ? null : normalizeUniqueCode(author),
        before: cursor,
      }
      const rows = await find(query, await gate.readerOf(userId), filter)
      const page = rows.slice(0, SEARCH_PAGE_SIZE)
      const last = page.at(-1)
      return {
        items: [...found, ...page.map((row) => toItem(row, query.terms))],
        next: last && rows.length > SEARCH_PAGE_SIZE ? writeCursor(last) : null,
      }
    },
  }
}
