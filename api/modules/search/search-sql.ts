import { column, statement } from '#api/infrastructure/database/sql.ts'
import { calledSettledRound } from '#api/modules/votes/note-gate-sql.ts'
import { BoardType } from '#shared/contract/posts.ts'
import { DocumentKind, SEARCH_PAGE_SIZE } from '#shared/contract/search.ts'
import { type ParsedQuery, WORD_MAX } from '#shared/rules/search-tokens.ts'

/** Code points of a prefix that so many words have that reading them all is slower than comparing the texts. */
const SHORT_MAX = 3

/** A query of tokens, as PostgreSQL reads it. */
export const tokenQuery = ({ tokens, prefixes }: Pick<ParsedQuery, 'tokens' | 'prefixes'>) =>
  [...tokens.map((token) => `'${token}'`), ...prefixes.map((prefix) => `'${prefix}':*`)].join(' & ')

/** The part of it that finds candidates by the index: no short prefix beside a longer one or another token. */
export function candidateQuery({ tokens, prefixes }: ParsedQuery): string {
  const longest = tokens.length > 0 ? WORD_MAX : Math.max(...prefixes.map(({ length }) => length))
  const long = prefixes.filter(({ length }) => length > SHORT_MAX || length > longest - 2)
  return tokenQuery({ tokens, prefixes: long })
}

/** Newest texts that are compared with the words before the index is used: a frequent word is in 21 of them. */
const NEWEST = 3_000

/**
 * Whether `$2` (0 for a guest) may read the text: as GET of a note or post. Notes of the live round `$3` only
 * (`$5`) once the reader's direction is fixed, since reading one fixes it; so do the replies below an own one.
 */
const IS_READABLE = `coalesce(
    (v.user_id = $2 AND (y.id IS NULL OR v.round_id <> $3 OR $5))
    OR ($4 AND (v.round_id <> $3 OR $5))
    OR ${calledSettledRound('$2', 'v', 'r')}
    OR p.board <> 'frees' OR (p.id IS NOT NULL AND $2 > 0), false)`

const isIn = (field: string) =>
  `d.${field} LIKE ALL ((SELECT string_to_array($1::text, ' '))::text[])`

/** In what the reader may find: for a guest, what everybody may read. */
const hasTokens = (table: string, query: string) =>
  `(${table}.public_tokens @@ ${query}::text::tsquery
    OR ($2 > 0 AND ${table}.reader_tokens @@ ${query}::text::tsquery))`

const PLACE = 'created DESC, kind DESC, id DESC'
const IS_BEFORE = '(created, kind, id) < ($7::timestamptz, $8::text::search_kind, $9::bigint)'
const IS_OF_KIND = '($6::text IS NULL OR kind = $6::text::search_kind)'
const IS_OF_AUTHOR = `($11::text IS NULL
    OR user_id = (SELECT id FROM user_account WHERE unique_code = $11))`

/**
 * A page of those of `documents`, in their order, that have the words and tokens `$10` and may be shown. They are
 * read one by one until the page is full; OFFSET 0 keeps the planner from joining all of them first.
 */
const pageOf = (documents: string) =>
  statement(
    `SELECT d.kind::text, d.id, d.created, found.* FROM (${documents}) d CROSS JOIN LATERAL (
      SELECT u.unique_code, u.nickname, coalesce(v.title, p.title, '') AS title,
        coalesce(y.content, v.content, p.content, '') AS html, y.vote_id AS thread_vote, p.id AS post_id,
        p.board, r.target_date, ${IS_READABLE} AS is_readable
      FROM user_account u
        LEFT JOIN reply y ON d.kind = 'reply' AND y.id = d.id AND y.deleted_at IS NULL AND y.hidden_at IS NULL
        LEFT JOIN vote v ON v.id = CASE d.kind WHEN 'note' THEN d.id ELSE y.vote_id END
          AND (v.has_content OR y.id IS NOT NULL) AND v.note_hidden_at IS NULL
        LEFT JOIN round r ON r.id = v.round_id
        LEFT JOIN post p ON p.id = CASE d.kind WHEN 'post' THEN d.id ELSE y.post_id END AND p.hidden_at IS NULL
      WHERE u.id = d.user_id AND u.banned_at IS NULL AND u.erased_at IS NULL
        AND (d.kind = 'person' OR v.id IS NOT NULL OR p.id IS NOT NULL)
        AND (${isIn('title')} OR ${IS_READABLE})
      OFFSET 0) found
    WHERE (${isIn('title')} OR ${isIn('body')}) AND ${hasTokens('d', '$10')}
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

/** Of the newest texts. */
export const SEARCH_NEWEST = pageOf(
  `SELECT * FROM (
    SELECT kind, id, created, user_id, title, body, public_tokens, reader_tokens
    FROM search_document
    WHERE ${IS_BEFORE} ORDER BY ${PLACE} LIMIT ${NEWEST}) newest
  WHERE ${IS_OF_KIND} ORDER BY ${PLACE}`,
)

/** Time of the newest text before a place. */
export const NEWEST_TIME = statement(
  `SELECT created FROM search_document
  WHERE (created, kind, id) < ($1::timestamptz, $2::text::search_kind, $3::bigint)
  ORDER BY ${PLACE} LIMIT 1`,
  { created: column.instant },
)

/**
 * Of all texts with the tokens `$12`, read again by their key because sorting them whole takes memory. Tokens are
 * the only condition inside OFFSET 0, so that no other index can be chosen.
 */
export const SEARCH_ALL = pageOf(
  `SELECT kind, id, created, user_id, title, body, public_tokens, reader_tokens FROM (
    SELECT kind, id, created FROM (
      SELECT kind, id, created FROM search_document
      WHERE ${hasTokens('search_document', '$12')} AND ${IS_OF_AUTHOR}
      OFFSET 0) with_tokens
    WHERE ${IS_OF_KIND} AND ${IS_BEFORE} ORDER BY ${PLACE}) place
  CROSS JOIN LATERAL (SELECT user_id, title, body, public_tokens, reader_tokens
    FROM search_document t
    WHERE t.kind = place.kind AND t.id = place.id OFFSET 0) text`,
)
