import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openTestDatabase } from '#tests/support/test-database.ts'
import type { Database } from './database.ts'
import { column, statement } from './sql.ts'

describe('an integer of 64 bits', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  const read = (value: string) =>
    database.query(statement(`SELECT ${value}::bigint AS id`, { id: column.int }))

  test('is a number', async () => {
    expect(await read('3000000000')).toEqual([{ id: 3_000_000_000 }])
    expect(await read('9007199254740991')).toEqual([{ id: Number.MAX_SAFE_INTEGER }])
  })

  test('is refused where a number is not exact', async () => {
    await expect(read('9007199254740993')).rejects.toThrow('at column /id')
  })
})
