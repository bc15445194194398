import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as Type from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { RepliesQuery } from '#shared/contract/replies.ts'
import { addPeople } from '#tests/load/fill.ts'
import { recordStatements } from '#tests/load/statements.ts'
import { fillThread } from '#tests/load/threads/fill-thread.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import type { ThreadViewer } from './reply-sql.ts'
import { createThreadStore, type Thread } from './thread-store.ts'

const REPLIES = 5_000
const PEOPLE = 300
const GUEST: ThreadViewer = { userId: 0, isAdmin: false }

let database: Database
let thread: Thread
beforeAll(async () => {
  database = await openTestDatabase()
  const first = await addPeople(database, PEOPLE)
  const { voteId } = await fillThread(database, REPLIES, first, first + PEOPLE - 1)
  thread = { target: 'vote', id: voteId }
})
afterAll(() => database.close())

/** A node of a plan that was run. */
const Node = Type.Object({
  'Relation Name': Type.Optional(Type.String()),
  'Actual Rows': Type.Number(),
  'Actual Loops': Type.Number(),
  'Rows Removed by Filter': Type.Optional(Type.Number()),
  Plans: Type.Optional(Type.Array(Type.Unknown())),
})
const Plans = Type.Tuple([Type.Object({ Plan: Type.Unknown() })])

/** Rows of tables that a plan read. */
function rowsOf(plan: unknown): number {
  const node = Value.Parse(Node, plan)
  const own = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  const read = node['Relation Name'] === undefined ? 0 : own * node['Actual Loops']
  return (node.Plans ?? []).reduce((sum: number, below) => sum + rowsOf(below), read)
}

/** Rows that the statement of a page reads. */
async function rowsRead(query: RepliesQuery): Promise<number> {
  const statements = await recordStatements(database, (own) =>
    createThreadStore(own).page(thread, query, GUEST),
  )
  const page = statements.find(({ text }) => text.includes('quote_content'))
  if (!page) throw new Error('the page was not read')
  const explain = statement(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${page.text}`, {
    'QUERY PLAN': column.json,
  })
  const [row] = await database.query(explain, page.values)
  const [{ Plan }] = Value.Parse(Plans, row?.['QUERY PLAN'])
  return rowsOf(Plan)
}

/** Cursors of the pages behind the first. */
async function cursorsOf(query: RepliesQuery): Promise<string[]> {
  const store = createThreadStore(database)
  const cursors: string[] = []
  let { next } = await store.page(thread, query, GUEST)
  while (next !== null) {
    cursors.push(next)
    next = (await store.page(thread, { ...query, after: next }, GUEST)).next
  }
  return cursors
}

test.each<[string, RepliesQuery, number]>([
  ['by age', {}, 249],
  ['by age with a call', { filter: 'called' }, 249],
  ['by age with another direction', { filter: 'other' }, 61],
  ['the best', { sort: 'best' }, 247],
  ['the best with another direction', { sort: 'best', filter: 'other' }, 60],
])('%s, the last page reads no more rows than the first', async (_, query, behind) => {
  const cursors = await cursorsOf(query)
  expect(cursors).toHaveLength(behind)
  const first = await rowsRead(query)
  const middle = cursors[Math.floor(cursors.length / 2)] ?? ''
  const last = cursors.at(-1) ?? ''
  // A page that is skipped to would read thousands; plans of a few hundred rows differ.
  expect(await rowsRead({ ...query, after: middle })).toBeLessThan(first + 1_000)
  expect(await rowsRead({ ...query, after: last })).toBeLessThan(first + 1_000)
})

test.each<[string, RepliesQuery]>([
  ['the first page', {}],
  ['the page from a reply on', { from: 2_500 }],
  ['the page before a reply', { before: 2_500 }],
  ['the newest page', { before: Number.MAX_SAFE_INTEGER }],
])('by age, %s reads its own rows alone', async (_, query) => {
  expect(await rowsRead(query)).toBeLessThan(500)
})
