import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { DocumentKind } from '#shared/contract/search.ts'
import { linesAsHtml } from '#shared/html/plain.ts'
import {
  displayHtml,
  displayText,
  foldCase,
  SEARCHED_MAX,
  textTokens,
} from '#shared/rules/search-tokens.ts'
import { WEEK_MS } from '#shared/rules/time.ts'

/** Weeks that are searched before all others. */
const RECENT_WEEKS = 4

/**
 * A text as search_document stores it; tokens with spaces between them. Those of what everybody may read, the
 * title and the body of an open text, are apart from those of a body for some.
 */
export interface DocumentText {
  search_title: string
  search_body: string
  public_tokens: string
  reader_tokens: string
}

const SOURCE_COLUMNS = {
  id: column.int,
  user_id: column.int,
  created: column.instant,
  title: column.text,
  html: column.text,
  is_open: column.boolean,
}

interface Source {
  columns: string
  table: string
  where: string
}

const SOURCES: Record<DocumentKind, Source> = {
  note: {
    columns: 't.id, t.user_id, t.created, t.title, t.content AS html, false AS is_open',
    table: 'vote',
    where: 't.has_content',
  },
  post: {
    columns: `t.id, t.user_id, t.created, t.title, t.content AS html, t.board <> 'frees' AS is_open`,
    table: 'post',
    where: 'true',
  },
  person: {
    columns: `t.id, t.id AS user_id, t.created, t.nickname || ' ' || t.unique_code AS title, '' AS html, true AS is_open`,
    table: 'user_account',
    where: 't.erased_at IS NULL',
  },
  reply: {
    columns: `t.id, t.user_id, t.created, '' AS title, t.content AS html,
      EXISTS (SELECT FROM post WHERE id = t.post_id AND board <> 'frees') AS is_open`,
    table: 'reply',
    where: 't.deleted_at IS NULL',
  },
}

const readSource = ({ columns, table, where }: Source) =>
  statement(
    `SELECT ${columns} FROM ${table} t WHERE ${where} AND t.id = $1::bigint`,
    SOURCE_COLUMNS,
  )

/** The lock makes an edit or erasure wait, so that no older text is written after it. */
const readMissing = (kind: DocumentKind) => {
  const { columns, table, where } = SOURCES[kind]
  return statement(
    `SELECT ${columns} FROM ${table} t WHERE ${where} AND t.id > $1::bigint AND NOT EXISTS
      (SELECT FROM search_document d WHERE d.kind = '${kind}' AND d.id = t.id AND d.public_tokens IS NOT NULL)
    ORDER BY t.id LIMIT $2 FOR SHARE OF t`,
    SOURCE_COLUMNS,
  )
}

const READ = {
  note: readSource(SOURCES.note),
  post: readSource(SOURCES.post),
  person: readSource(SOURCES.person),
  reply: readSource(SOURCES.reply),
}

const READ_MISSING = {
  note: readMissing('note'),
  post: readMissing('post'),
  person: readMissing('person'),
  reply: readMissing('reply'),
}

/** Columns of a DocumentText in a statement that inserts its row. */
export const TEXT_COLUMNS = 'search_title, search_body, public_tokens, reader_tokens'

const tokensSql = (tokens: string) => `array_to_tsvector(string_to_array(${tokens}, ' '))`

/** SQL: inserts rows of `select`, which begins with kind, id, user_id and created, for a DocumentText of `from`. */
export const insertDocuments = (select: string, from: string) =>
  `INSERT INTO search_document (kind, id, user_id, created, title, body, public_tokens, reader_tokens)
  SELECT ${select}, search_title, search_body, ${tokensSql('public_tokens')}, ${tokensSql('reader_tokens')}
  FROM ${from}`

const WRITE = statement(
  `${insertDocuments(
    'kind, id, user_id, created',
    `jsonb_to_recordset($1::text::jsonb) AS d(kind search_kind, id bigint, user_id int,
      created timestamptz, search_title text, search_body text, public_tokens text, reader_tokens text)`,
  )}
  ON CONFLICT (kind, id) DO UPDATE SET title = excluded.title, body = excluded.body,
    public_tokens = excluded.public_tokens, reader_tokens = excluded.reader_tokens, title_tokens = NULL, body_tokens = NULL`,
)

const REMOVE = statement('DELETE FROM search_document WHERE kind = $1::search_kind AND id = $2')

/** A token of the week of an instant, counted from the epoch; no word has its sign. */
const weekToken = (instant: number) => `@${Math.floor(instant / WEEK_MS)}`

/** The last weeks until an instant, as a query of tokens. */
export const recentWeeks = (until: number): string =>
  Array.from({ length: RECENT_WEEKS }, (_, ago) => `'${weekToken(until - ago * WEEK_MS)}'`).join(
    ' | ',
  )

/** The stored form of a title and sanitized HTML, which everybody may read if `isOpen`. */
export function documentText(
  title: string,
  html: string,
  isOpen: boolean,
  created: number,
): DocumentText {
  const search_title = foldCase(displayText(title))
  const search_body = foldCase(displayHtml(html)).slice(0, SEARCHED_MAX).toWellFormed()
  const [ofTitle, ofBody] = [textTokens(search_title), textTokens(search_body)]
  const week = weekToken(created)
  return {
    search_title,
    search_body,
    public_tokens: [...new Set([week, ...ofTitle, ...(isOpen ? ofBody : [])])].join(' '),
    reader_tokens: isOpen ? '' : [week, ...ofBody].join(' '),
  }
}

/** The HTML of a document's text; replies are stored as plain text. */
export const htmlOf = (kind: DocumentKind, stored: string): string =>
  kind === 'reply' ? linesAsHtml(stored) : stored

const write = (sql: Sql, kind: DocumentKind, rows: readonly SourceRow[]) =>
  sql.query(WRITE, [
    JSON.stringify(
      rows.map(({ title, html, is_open, ...row }) => ({
        kind,
        ...row,
        ...documentText(title, htmlOf(kind, html), is_open, row.created.getTime()),
      })),
    ),
  ])

type SourceRow = ReturnType<(typeof READ)['note']['readRows']>[number]

/**
 * Makes the search know a note, post, person or reply as it is now in the caller's transaction; forgets one without
 * text.
 */
export async function updateDocument(sql: Sql, kind: DocumentKind, id: number): Promise<void> {
  const rows = await sql.query(READ[kind], [id])
  if (rows.length > 0) await write(sql, kind, rows)
  else await sql.query(REMOVE, [kind, id])
}

/**
 * Adds up to `limit` texts with an id above `after` that have no row, in the caller's transaction.
 * @returns the last id; null when there are no more
 */
export async function addMissingDocuments(
  sql: Sql,
  kind: DocumentKind,
  after: number,
  limit: number,
): Promise<number | null> {
  const rows = await sql.query(READ_MISSING[kind], [after, limit])
  if (rows.length > 0) await write(sql, kind, rows)
  return rows.at(-1)?.id ?? null
}
