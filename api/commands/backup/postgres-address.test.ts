import { expect, test } from 'bun:test'
import { toolAddress } from './postgres-address.ts'

test.each([
  ['postgresql://kim:p%40ss@db.example:6432/tidemark', 'postgresql://kim@db.example:6432/tidemark'],
  ['postgres://kim@db/tidemark?password=p%40ss', 'postgres://kim@db/tidemark'],
  [
    'postgresql://kim:p%40ss@db/tidemark?sslmode=require&connection_limit=5&schema=public',
    'postgresql://kim@db/tidemark?sslmode=require',
  ],
])('the password of %s goes into the environment alone', (databaseUrl, seen) => {
  const { url, env } = toolAddress(databaseUrl)
  expect(url).toBe(seen)
  expect(env.PGPASSWORD).toBe('p@ss')
})

test('without a password none is given, so that the tools look where they always do', () => {
  const { url, env } = toolAddress('postgresql://kim@db/tidemark')
  expect(url).toBe('postgresql://kim@db/tidemark')
  expect(env).not.toHaveProperty('PGPASSWORD')
})
