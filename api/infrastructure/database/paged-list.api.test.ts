import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createPagedList, type PagedList } from './paged-list.ts'

const ROWS = 7_003

const source = {
  columns: { id: column.int },
  list: 'frees',
  from: "post WHERE board = 'frees'",
  select: (wanted: string) => `SELECT id FROM (${wanted}) ids ORDER BY id DESC`,
}

describe('pages of a long list', () => {
  let database: Database
  let list: PagedList<{ id: number }>
  let ids: number[]

  beforeAll(async () => {
    database = await openTestDatabase()
    await database.script(`
      INSERT INTO user_account (login_method, email, nickname, unique_code, created,
        last_login) VALUES ('other', 't@example.com', 't', 'AAAAAA', now(), now());
      INSERT INTO post (board, user_id, title, content, created)
        SELECT CASE WHEN n % 3 = 0 THEN 'suggestions' ELSE 'frees' END::board, 1, '', '', now()
        FROM generate_series(1, ${(ROWS * 3) / 2}) n`)
    list = createPagedList(database, source)
    const rows = await database.query(
      statement("SELECT id FROM post WHERE board = 'frees' ORDER BY id DESC", { id: column.int }),
    )
    ids = rows.map(({ id }) => id)
  })
  afterAll(() => database.close())

  const expectPages = async (numbers: number[]) => {
    for (const number of numbers) {
      const { rows, pagination } = await list.page(number)
      expect(rows.map(({ id }) => id)).toEqual(ids.slice((number - 1) * 10, number * 10))
      expect(pagination.totalPosts).toBe(ids.length)
    }
  }
  const everywhere = [1, 2, 200, 201, 202, 333, 400, 500, 501, 502, 650, 699, 700, 701, 702]

  test('are correct in any order of reading', async () => {
    await expectPages([650, ...everywhere])
    await expectPages(everywhere.toReversed())
  })

  test('shift when rows are added', async () => {
    await database.script(`INSERT INTO post (board, user_id, title, content, created)
      SELECT 'frees', 1, '', '', now() FROM generate_series(1, 1500)`)
    const rows = await database.query(
      statement("SELECT id FROM post WHERE board = 'frees' ORDER BY id DESC", { id: column.int }),
    )
    ids = rows.map(({ id }) => id)
    await expectPages([...everywhere, 850, 851])
  })

  test('read every thousandth id once', async () => {
    const sent: string[] = []
    const own = createPagedList(
      {
        ...database,
        query: (sql, values) => {
          if (sql.text.includes('row_number')) sent.push(sql.text)
          return database.query(sql, values)
        },
      },
      source,
    )
    await Promise.all([own.page(400), own.page(400)])
    await own.page(500)
    expect(sent).toHaveLength(1)
  })

  test('are empty beyond the end, with the true total', async () => {
    const { rows, pagination } = await list.page(100_000)
    expect(rows).toEqual([])
    expect(pagination).toEqual({
      currentPage: 100_000,
      totalPages: Math.ceil(ids.length / 10),
      totalPosts: ids.length,
      postsPerPage: 10,
    })
  })
})
