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
    const addresses = {
      DATABASE_URL: 'postgres://pooler/t',
      DATABASE_DIRECT_URL: 'postgres://db/t?sslmode=verify-ca',
    }
    expect(() => readConfig(addresses)).toThrow('DATABASE_DIRECT_URL with sslmode=verify-ca')
  })
})

describe('an address of PostgreSQL', () => {
  const refusal = (DATABASE_URL: string) => {
    try {
      readConfig({ DATABASE_URL })
      return 'accepted'
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  test('may have several hosts of one database', () => {
    expect(refusal('postgres://me:p%40ss@a:1,[::1],b/t?target_session_attrs=primary')).toBe(
      'accepted',
    )
  })

  test.each([
    ...['mysql://a/b', 'a/b', 'localhost:5432', 'postgres://a,/b', 'postgres://a:1,b:x/c'],
    ...['postgres://a/b?target_session_attrs=standby', 'postgres:///t?host=a,b'],
    ...['postgres://me:pw@db/t?sslmode=on', 'postgres://me:pw@db/t?sslmode=verify-ca'],
  ])('%s stops the start with one line that names the setting', (text) => {
    expect(refusal(text)).toStartWith('DATABASE_URL')
    expect(refusal(text)).not.toContain('\n')
  })

  test.each([
    ...['hun#ter2@db/t', 'hun/ter2@db/t', 'hun?ter2@db/t', '1#ter2@db/t', '1/ter2@db/t'],
    ...['1?ter2@db/t', 'hun@ter2#w@db/t', 'hun@ter2/w@db/t', 'hun@ter2?w@db/t'],
    ...['hun%ffter2@db/t', 'hunter2@db/t#', 'hun#ter2@a,b/t'],
  ])('a password as in %s is refused without showing a part of it', (rest) => {
    const message = refusal(`postgresql://me:${rest}`)
    expect(message).toContain('percent-encoded')
    expect(message).not.toMatch(/hun|ter2/)
  })
})
