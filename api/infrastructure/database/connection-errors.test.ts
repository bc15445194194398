import { describe, expect, test } from 'bun:test'
import { DatabaseError } from 'pg'
import { explainConnectionError } from './connection-errors.ts'

const URL_OF = (password: string) =>
  `postgresql://me:${password}@db.example/tide?sslmode=verify-full`

const coded = (code: string, message = code) => Object.assign(new Error(message), { code })
const explain = (error: unknown, url = URL_OF('hunter2')) =>
  explainConnectionError(error, 'DATABASE_URL', url).message

describe('an error of the first connection', () => {
  test.each<[string, Error, string]>([
    ['no route', coded('EHOSTUNREACH'), 'cannot be reached'],
    ['no answer', coded('ETIMEDOUT'), 'does not answer in time'],
    ['an expired certificate', coded('CERT_HAS_EXPIRED'), 'has a certificate that has expired'],
    ['no free connection', coded('53300'), 'has no connection left'],
    [
      'several addresses',
      new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]),
      'cannot be reached',
    ],
    [
      'a password that cannot be decoded',
      new Error('URI malformed'),
      'cannot be read from DATABASE_URL: percent-encode',
    ],
  ])('of %s is one line with setting, address and cure', (_, error, text) => {
    const line = explain(error)
    expect(line).toStartWith(`DATABASE_URL: db.example:5432/tide ${text}`)
    expect(line).not.toContain('\n')
    expect(line).not.toMatch(/hunter2|me:/)
  })

  test('names another setting and several hosts as they are', () => {
    const url = 'postgresql://me:hunter2@a:1,b:2/tide?target_session_attrs=read-write'
    const line = explainConnectionError(coded('ECONNREFUSED'), 'DATABASE_DIRECT_URL', url).message
    expect(line).toBe(
      'DATABASE_DIRECT_URL: a:1,b:2/tide cannot be reached. Start the server there, or correct host and port in DATABASE_DIRECT_URL.',
    )
  })

  test('that is unknown keeps its first line, without the password as written or decoded', () => {
    const error = new DatabaseError('role me with hun@ter2 or hun%40ter2 is odd\nmore', 1, 'error')
    expect(explain(error, URL_OF('hun%40ter2'))).toBe(
      'DATABASE_URL: db.example:5432/tide cannot be opened: role me with … or … is odd',
    )
  })
})
