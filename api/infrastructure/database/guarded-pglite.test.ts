import { expect, test } from 'bun:test'
import { tmpdir } from 'node:os'
import { checkDiskSpace, DiskFull, isReadOnly } from './guarded-pglite.ts'

test.each([
  'SELECT 1',
  '  select "public"."post"."id" FROM "public"."post"',
  'WITH newest AS (SELECT max(id) FROM post) SELECT * FROM newest',
])('%p is read-only', (statement) => expect(isReadOnly(statement)).toBe(true))

test.each([
  'INSERT INTO post DEFAULT VALUES',
  'update vote SET views = 1',
  'WITH own AS (INSERT INTO vote DEFAULT VALUES RETURNING id) SELECT * FROM own',
  'WITH old AS (DELETE FROM recent_view RETURNING 1) SELECT count(*) FROM old',
  'BEGIN',
  'CREATE TABLE selected (id int)',
])('%p may write', (statement) => expect(isReadOnly(statement)).toBe(false))

test('a full disk is one line with the SQLSTATE of PostgreSQL', () => {
  expect(() => checkDiskSpace(tmpdir())).not.toThrow()
  const full = new DiskFull('/data/db', 1_900_000)
  expect([full.code, full.message]).toEqual([
    '53100',
    'The disk of /data/db is full: 1 MB are free, 48 MB are needed. Free some space.',
  ])
})
