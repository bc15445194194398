import { expect, test } from 'bun:test'
import { isDatabaseUnavailable } from './temporary-faults.ts'

const failing = (message: string, code: string) => Object.assign(new Error(message), { code })

test.each([
  ['terminating connection due to administrator command', '57P01'],
  ['the database system is starting up', '57P03'],
  ['terminating connection due to idle-in-transaction timeout', '25P03'],
  ['could not extend file: No space left on device', '53100'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'],
  ["Can't reach database server at 127.0.0.1:5432", 'P1001'],
  ['Connection terminated unexpectedly', ''],
  ['Query read timeout', ''],
  ['Client has encountered a connection error and is not queryable', ''],
  ['read ETIMEDOUT', 'ETIMEDOUT'],
  ['Operation has timed out', 'P1008'],
  ['Too many database connections opened', 'P2037'],
  ['Connection terminated due to connection timeout', ''],
  ['Invalid `prisma.post.create()` invocation: Database error. Code: `57P03`.', 'P2039'],
  ['Invalid `prisma.post.create()` invocation: Database error. Code: `53100`.', 'P2039'],
])('treats %s (%s) as temporary', (message, code) => {
  expect(isDatabaseUnavailable(failing(message, code))).toBe(true)
})

test.each([
  ['duplicate key value violates unique constraint', '23505'],
  ['Invalid `prisma.post.create()` invocation: Database error. Code: `42P01`.', 'P2039'],
  ['x is not a function', ''],
])('treats %s (%s) as a fault of the server', (message, code) => {
  expect(isDatabaseUnavailable(failing(message, code))).toBe(false)
})

test('ignores values that are not errors', () => {
  expect(isDatabaseUnavailable('57P01')).toBe(false)
})
