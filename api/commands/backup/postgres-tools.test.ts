import { expect, test } from 'bun:test'
import { toolAddress } from './postgres-tools.ts'

test.each([
  ['postgresql://kim:p%40ss@db.example:6432/tidemark', 'postgresql://kim@db.example:6432/tidemark'],
  ['postgres://kim@db/tidemark?password=p%40ss', 'postgres://kim@db/tidemark'],
  [
    'postgresql://kim:p%40ss@db/tidemark?sslmode=require&connection_limit=5&schema=public',
    'postgresql://kim@db/tidemark?sslmode=require',
  ],
  [
    'postgresql://kim:p%40ss@a:6432,[::1]/tidemark?sslmode=require',
    'postgresql://kim@a:6432,[::1]/tidemark?sslmode=require&target_session_attrs=read-write',
  ],
])('passes the password of %s in the environment only', (databaseUrl, seen) => {
  const { url, env } = toolAddress(databaseUrl)
  expect(url).toBe(seen)
  expect(env.PGPASSWORD).toBe('p@ss')
})

test('sets neither HOME nor, without a password, PGPASSWORD, so that the tools use their own defaults', () => {
  const { url, env } = toolAddress('postgresql://kim@db/tidemark')
  expect(url).toBe('postgresql://kim@db/tidemark')
  expect(env).toEqual({ PATH: expect.any(String), LC_ALL: 'C' })
})
