import { expect, test } from 'bun:test'
import { parentOf, roundPath, userPath } from './paths.ts'

test.each([
  ['/vote/view/7', '/vote'],
  ['/vote/edit/7', '/vote'],
  ['/vote/write', '/vote'],
  ['/vote', '/'],
  ['/boards/frees/view/3', '/boards/frees'],
  ['/boards/notices/write', '/boards/notices'],
  ['/boards/suggestions/edit/12', '/boards/suggestions'],
  ['/boards/frees', '/'],
  ['/boards/frees/', '/'],
  ['/boards', '/'],
  ['/profile', '/'],
  ['/donation', '/'],
  ['/rounds/2026-11-19', '/rounds'],
  ['/rounds', '/'],
  ['/u/0K3Z9A', '/ranking'],
  ['/ranking', '/'],
  ['/rules', '/'],
  ['/settings/account', '/profile'],
  ['/terms', '/'],
  ['/', '/'],
])('back from %s leads to %s', (path, parent) => expect(parentOf(path)).toBe(parent))

test('names a round by the UTC day of its reference price', () =>
  expect(roundPath(Date.parse('2026-11-19T00:00:00Z'))).toBe('/rounds/2026-11-19'))

test('names a person by unique code', () => expect(userPath('0K3Z9A')).toBe('/u/0K3Z9A'))
