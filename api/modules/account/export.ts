import { Value } from '@sinclair/typebox/value'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import type { ExportFormat } from '#shared/contract/account.ts'
import { AccountExport } from '#shared/contract/account-export.ts'
import { readSection, SECTION_NAMES, type SectionName } from './export-store.ts'

/** Excel reads a CSV file without it in the encoding of its country, and Korean notes as noise. */
const BYTE_ORDER_MARK = '\ufeff'

/** First characters with which spreadsheets begin a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A cell as in RFC 4180. Text that a spreadsheet would run gets an apostrophe before it. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line with its end. */
export const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(cell).join(',')}\r\n`

/** Rows read at a time: at most 3 MB of the longest texts. */
const PAGE_ROWS = 100

async function* linesOf(
  database: Sql,
  section: SectionName,
  userId: number,
): AsyncGenerator<string[]> {
  let after = 0
  for (;;) {
    const rows = await readSection(database, section, { userId, after, limit: PAGE_ROWS })
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < PAGE_ROWS) return
    after = rows.at(-1)?.key ?? 0
  }
}

async function* exportJson(database: Sql, userId: number, now: number): AsyncGenerator<string> {
  yield `{"exported": "${new Date(now).toISOString()}"`
  for (const name of SECTION_NAMES) {
    let separator = ''
    yield `,\n"${name}": [`
    for await (const lines of linesOf(database, name, userId)) {
      yield `${separator}\n${lines.join(',\n')}`
      separator = ','
    }
    yield ']'
  }
  yield '}\n'
}

const COLUMNS = [
  'id',
  'round',
  'direction',
  'points_if_right',
  'points_if_wrong',
  'entry_price',
  'carried',
  'outcome',
  'points',
  'created',
  'modified',
  'settled',
  'note_title',
]

async function* exportCsv(database: Sql, userId: number): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS)
  for await (const lines of linesOf(database, 'votes', userId)) {
    const votes = Value.Parse(AccountExport.properties.votes, JSON.parse(`[${lines.join()}]`))
    yield votes
      .map((vote) =>
        csvLine([
          vote.id,
          vote.round,
          vote.direction,
          vote.offer.hit,
          vote.offer.miss,
          vote.entryPrice,
          vote.carried,
          vote.outcome,
          vote.points,
          vote.created,
          vote.modified,
          vote.settledAt,
          vote.title,
        ]),
      )
      .join('')
  }
}

/** The data of a user in parts, read page by page: everything as JSON, or the votes as CSV. */
export function exportAccount(
  database: Sql,
  { userId, format, now }: { userId: number; format: ExportFormat; now: number },
): AsyncGenerator<string> {
  return format === 'json' ? exportJson(database, userId, now) : exportCsv(database, userId)
}
