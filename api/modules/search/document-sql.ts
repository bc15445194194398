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

/** A text as search_document stores it; tokens with spaces between them. */
export interface DocumentText {
  search_title: string
  search_body: string
  title_tokens: string
  body_tokens: string
}

const SOURCE_COLUMNS = {
  id: column.int,
  user_id: column.int,
  created: column.instant,
  title: column.text,
  html: column.text,
}

interface Source {
  columns: string
  table: string
  where: string
}

const SOURCES: Record<DocumentKind, Source> = {
  note: {
    columns: 't.id, t.user_id, t.created, t.title, t.content AS html',
    table: 'vote',
    where: 't.has_content',
  },
  post: {
    columns: 't.id, t.user_id, t.created, t.title, t.content AS html',
    table: 'post',
    where: 'true',
  },
  person: {
    columns: `t.id, t.id AS user_id, t.created, t.nickname || ' ' || t.unique_code AS title, '' AS html`,
    table: 'user_account',
    where: 't.erased_at IS NULL',
  },
  reply: {
    columns: `t.id, t.user_id, t.created, '' AS title, t.content AS html`,
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
      (SELECT FROM search_document d WHERE d.kind = '${kind}' AND d.id = t.id)
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
export const TEXT_COLUMNS = 'search_title, search_body, title_tokens, body_tokens'

const tokensSql = (tokens: string) => `array_to_tsvector(string_to_array(${tokens}, ' '))`

/** SQL: inserts rows of `select`, which begins with kind, id, user_id and created, for a DocumentText of `from`. */
export const insertDocuments = (select: string, from: string) =>
  `INSERT INTO search_document (kind, id, user_id, created, title, body, title_tokens, body_tokens)
  SELECT ${select}, search_title, search_body, ${tokensSql('title_tokens')}, ${tokensSql('body_tokens')}
  FROM ${from}`

const WRITE = statement(
  `${insertDocuments(
    'kind, id, user_id, created',
    `jsonb_to_recordset($1::text::jsonb) AS d(kind search_kind, id bigint, user_id int,
      created timestamptz, search_title text, search_body text, title_tokens text, body_tokens text)`,
  )}
  ON CONFLICT (kind, id) DO UPDATE SET title = excluded.title, body = excluded.body,
    title_tokens = excluded.title_tokens, body_tokens = excluded.body_tokens`,
)

const REMOVE = statement('DELETE FROM search_document WHERE kind = $1::search_kind AND id = $2')

/** The stored form of a title and sanitized HTML. */
export function documentText(title: string, html: string): DocumentText {
  const search_title = foldCase(displayText(title))
  const search_body = foldCase(displayHtml(html)).slice(0, SEARCHED_MAX).toWellFormed()
  return {
    search_title,
    search_body,
    title_tokens: [...textTokens(search_title)].join(' '),
    body_tokens: [...textTokens(search_body)].join(' '),
  }
}

/** The HTML of a document's text; replies are stored as plain text. */
export const htmlOf = (kind: DocumentKind, stored: string): string =>
  kind === 'reply' ? linesAsHtml(stored) : stored

const write = (sql: Sql, kind: DocumentKind, rows: readonly SourceRow[]) =>
  sql.query(WRITE, [
    JSON.stringify(
      rows.map(({ title, html, ...row }) => ({
        kind,
        ...row,
        ...documentText(title, htmlOf(kind, html)),
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
