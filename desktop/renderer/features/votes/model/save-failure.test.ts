import { expect, test } from 'bun:test'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { saveFailureOf } from './save-failure.ts'

test.each([
  ['ALREADY_VOTED', 409, 'alreadyVoted'],
  ['ROUND_CHANGED', 409, 'roundChanged'],
  ['DIRECTION_FROZEN', 409, 'refused'],
  ['SESSION_REVOKED', 401, 'session'],
  ['NO_REFERENCE', 503, 'refused'],
  ['CONTENT_TOO_LONG', 413, 'refused'],
  ['REFUSED', 200, 'refused'],
  ['INTERNAL', 500, 'server'],
  ['UNREACHABLE', 0, 'server'],
] as const)('%s (%i) is %s', (code, status, kind) => {
  expect(saveFailureOf(new ApiFailure(status, code, ''))).toBe(kind)
})

test('what is no reply at all counts as the server being away', () => {
  expect(saveFailureOf(new TypeError('broken'))).toBe('server')
})
