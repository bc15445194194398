import { expect, test } from 'bun:test'
import { isAboutPerson, PATHS, parentOf, pathPattern, roundPath, userPath } from './paths.ts'

test.each([
  ['/vote/view/7', '/vote'],
  ['/vote/edit/7', '/vote'],
  ['/vote/write', '/vote'],
  ['/week/2026-47', '/vote'],
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
  ['/status', '/'],
  ['/settings/account', '/profile'],
  ['/admin', '/profile'],
  ['/admin/reports', '/profile'],
  ['/terms', '/'],
  ['/', '/'],
])('back from %s leads to %s', (path, parent) => expect(parentOf(path)).toBe(parent))

test('names a round by the UTC day of its reference price', () =>
  expect(roundPath(Date.parse('2026-11-19T00:00:00Z'))).toBe('/rounds/2026-11-19'))

test('names a person by unique code', () => expect(userPath('0K3Z9A')).toBe('/u/0K3Z9A'))

test.each([
  [PATHS.home, '/', '//'],
  [PATHS.desk, '/desk', '/desks'],
  [PATHS.voteView, '/vote/view/7', '/vote/view/07'],
  [PATHS.board, '/boards/notices', '/boards/secret'],
  [PATHS.boardEdit, '/boards/frees/edit/7', '/boards/frees/edit/7/8'],
  [PATHS.round, '/rounds/2026-11-19', '/rounds/2026-11-19T00'],
  [PATHS.user, '/u/0k3Z9A', '/u/0K3Z9A\n'],
  [PATHS.week, '/week/2026-47', '/week/2026-W47'],
  [PATHS.adminReports, '/admin/reports/7', '/admin/reports/x'],
  [PATHS.adminReports, '/admin/reports', '/admin/reports/'],
])('the pattern of %s matches %s, but not %p', (path, own, other) => {
  expect(pathPattern(path).test(own)).toBe(true)
  expect(pathPattern(path).test(other)).toBe(false)
})

test.each([
  ...['/u/7GX2QK', '/week/2026-47', '/feed/u/7GX2QK.xml', '/cards/people/7GX2QK.png'],
  ...['/vote/view/7', '/cards/calls/7.png'],
])('%s names a person', (path) => expect(isAboutPerson(path)).toBe(true))

test.each([
  ...['/', '/vote', '/vote/write', '/ranking', '/rounds/2026-11-19', '/boards/notices/view/7'],
  ...['/feed/rounds.xml', '/cards/rounds/2026-11-19.png', '/cards/site.png', '/users'],
])('%s names no person', (path) => expect(isAboutPerson(path)).toBe(false))
