import { expect, test } from 'bun:test'
import { statementSummary } from './start-tracing.ts'

test.each([
  ['SELECT * FROM round WHERE id = $1', 'SELECT round'],
  ['  insert into "public"."vote" (a) values ($1)', 'INSERT vote'],
  ['UPDATE round SET outcome = $2', 'UPDATE round'],
  ['DELETE FROM recent_view WHERE hour < $1', 'DELETE recent_view'],
  ['WITH marked AS (INSERT INTO recent_view (kind) SELECT 1) SELECT 2', 'WITH recent_view'],
  ['SELECT pg_advisory_xact_lock(727002)', 'SELECT'],
  ['TRANSACTION', 'TRANSACTION'],
  ['', 'SQL'],
])('%j is named %j', (text, name) => {
  expect(statementSummary(text)).toBe(name)
})

test('a value in the text is not part of the name', () => {
  const name = statementSummary("SELECT id FROM user_account WHERE email = 'mina@example.com'")
  expect(name).toBe('SELECT user_account')
})
