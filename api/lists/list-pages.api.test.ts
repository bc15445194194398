import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createPagedList, type PagedList } from './store.ts'

const ROWS = 7_003

describe('pages of a long list', () => {
  let database: Database
  let list: PagedList<{ id: number }>
  let ids: number[]

  beforeAll(async () => {
    database = await openTestDatabase()
    await database.script(`
      INSERT INTO user_account (issuer, subject, login_method, email, nickname, unique_code, created,
        last_login) VALUES ('t', 't', 'other', 't@example.com', 't', 'AAAAAA', now(), now());
      INSERT INTO post (board, user_id, title, content, created)
        SELECT CASE WHEN n % 3 = 0 THEN 'suggestions' ELSE 'frees' END::board, 1, '', '', now()
        FROM generate_series(1, ${(ROWS * 3) / 2}) n`)
    list = createPagedList(database, {
      columns: { id: column.int },
      list: 'frees',
      from: "post WHERE board = 'frees'",
      select: (wanted) => `SELECT id FROM (${wanted}) ids ORDER BY id DESC`,
    })
    const rows = await database.query(
      statement("SELECT id FROM post WHERE board = 'frees' ORDER BY id DESC", { id: column.int }),
    )
    ids = rows.map(({ id }) => id)
  })
  afterAll(() => database.close())

  const expectPages = async (numbers: number[]) => {
    for (const number of numbers) {
      const { rows, plan } = await list.page(number)
      expect(rows.map(({ id }) => id)).toEqual(ids.slice((number - 1) * 10, number * 10))
      expect(plan.pagination.totalPosts).toBe(ids.length)
    }
  }
  const everywhere = [1, 2, 200, 201, 202, 333, 400, 500, 501, 502, 650, 699, 700, 701, 702]

  test('are right before there are anchors', () => expectPages(everywhere))

  test('anchors stand at every thousandth row, none among the newest thousand', async () => {
    expect(await list.extendAnchors()).toBe(6)
    const anchors = await database.query(
      statement('SELECT block, first_id FROM list_anchor ORDER BY block', {
        block: column.int,
        first_id: column.int,
      }),
    )
    const oldestFirst = ids.toReversed()
    expect(anchors).toEqual(
      [1, 2, 3, 4, 5, 6].map((block) => ({ block, first_id: oldestFirst[block * 1000] ?? 0 })),
    )
  })

  test('are the same with anchors', () => expectPages(everywhere))

  test('extending again adds nothing; new rows earn new anchors and move every page', async () => {
    expect(await list.extendAnchors()).toBe(0)
    await database.script(`INSERT INTO post (board, user_id, title, content, created)
      SELECT 'frees', 1, '', '', now() FROM generate_series(1, 1500)`)
    const rows = await database.query(
      statement("SELECT id FROM post WHERE board = 'frees' ORDER BY id DESC", { id: column.int }),
    )
    ids = rows.map(({ id }) => id)
    await expectPages([...everywhere, 850, 851])
    expect(await list.extendAnchors()).toBe(1)
    await expectPages([...everywhere, 850, 851])
  })

  test('beyond the end a page is empty and tells the true total', async () => {
    const { rows, plan } = await list.page(100_000)
    expect(rows).toEqual([])
    expect(plan.pagination).toEqual({
      currentPage: 100_000,
      totalPages: Math.ceil(ids.length / 10),
      totalPosts: ids.length,
      postsPerPage: 10,
    })
  })
})
