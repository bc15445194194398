import { describe, expect, test } from 'bun:test'
import { readConfig } from './config.ts'

describe('TLS to the database', () => {
  const read = (query: string) =>
    readConfig({ DATABASE_URL: `postgres://db/t${query}` }).databaseUrl

  test.each([
    ['?sslmode=require', '?sslmode=verify-full'],
    [
      '?connect_timeout=9&sslmode=prefer&sslrootcert=/ca',
      '?connect_timeout=9&sslmode=verify-full&sslrootcert=/ca',
    ],
    ['?sslmode=verify-full', '?sslmode=verify-full'],
    ['?sslmode=no-verify', '?sslmode=no-verify'],
    ['?sslmode=disable', '?sslmode=disable'],
    [
      '?sslrootcert=/ca&sslmode=verify-ca',
      '?sslrootcert=/ca&sslmode=verify-ca&uselibpqcompat=true',
    ],
  ])('%s is passed on as %s', (given, passed) => {
    expect(read(given)).toBe(`postgres://db/t${passed}`)
  })

  test('verify-ca names the setting that it needs', () => {
    expect(() => read('?sslmode=verify-ca')).toThrow(
      'DATABASE_URL with sslmode=verify-ca needs sslrootcert, the file of the authority.',
    )
  })
})
