import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { pathOfLink } from './deep-links.ts'

/** The screens that links open. */
const screens = [
  /^\/(?:|desk|rules|status|ranking|rounds|vote|boards|profile|donation|modlog|terms|privacy)$/,
  /^\/rounds\/\d{4}-\d\d-\d\d$/,
  /^\/u\/[0-9A-Za-z]{6}$/,
  /^\/vote\/(?:write|(?:view|edit)\/[1-9]\d*)$/,
  /^\/boards\/(?:frees|notices|suggestions)(?:\/(?:write|(?:view|edit)\/[1-9]\d*))?$/,
]

/** Parts of paths, and of attempts to leave them. */
const WORDS = [
  ...['vote', 'view', 'boards', 'frees', '12', 'rounds', '2026-11-19', 'u', '0K3Z9A', 'desk'],
  ...['..', '%2e', '', '\\'],
]

describe('deep links', () => {
  test.each([
    ['tidemark://vote/view/12', '/vote/view/12'],
    ['tidemark://vote/view/12/', '/vote/view/12'],
    ['tidemark:///vote/view/12', '/vote/view/12'],
    ['TIDEMARK://vote', '/vote'],
    ['tidemark://vote/write', '/vote/write'],
    ['tidemark://boards', '/boards'],
    ['tidemark://boards/notices/view/3', '/boards/notices/view/3'],
    ['tidemark://profile', '/profile'],
    ['tidemark://desk', '/desk'],
    ['tidemark://rules/', '/rules'],
    ['tidemark://ranking', '/ranking'],
    ['tidemark://rounds', '/rounds'],
    ['tidemark://rounds/2026-11-19', '/rounds/2026-11-19'],
    ['tidemark:///u/0K3Z9A', '/u/0K3Z9A'],
    ['tidemark:u/0k3z9a', '/u/0k3z9a'],
    ['tidemark://modlog', '/modlog'],
    ['tidemark://status', '/status'],
    ['tidemark://', '/'],
    ['tidemark:', '/'],
    ['tidemark://home', '/'],
  ])('%s', (link, path) => {
    expect(pathOfLink(link)).toBe(path)
  })

  test.each([
    'tidemark://vote/view/0',
    'tidemark://vote/view/1e3',
    'tidemark://vote/view/../../profile/x',
    'tidemark://vote/view/12%2f..',
    'tidemark://vote/view/12?next=https://elsewhere.example',
    'tidemark://vote/view/12#x',
    'tidemark://user:word@vote/view/12',
    'tidemark://vote:80/view/12',
    'tidemark://login/callback?code=x&state=y',
    'tidemark://mini',
    'tidemark://boards/secret',
    `tidemark://vote/view/${'1'.repeat(300)}`,
  ])('%s opens its own screen or home', (link) => {
    expect(['/', '/vote/view/12']).toContain(pathOfLink(link) ?? 'nowhere')
  })

  test.each([
    ...[
      'DESK',
      'desk%2f',
      'desk/1',
      'desk.',
      'd%65sk',
      'rules/..%2fmini',
      'ranking//',
      'ranking;x',
    ],
    ...['rounds/2026-11-1', 'rounds/2026-11-19T00', 'rounds/２０２６-11-19', 'rounds/latest'],
    ...['rounds/2026-11-19/evidence', 'rounds/%32026-11-19', 'rounds@u/0K3Z9A', 'rounds:80'],
    ...['u', 'u/', 'u/0K3Z9', 'u/0K3Z9AA', 'u/0K3Z9%41', 'u/0K3Z9Α', 'u/0K3Z9A/edit', 'u//0K3Z9A'],
    ...['u\\0K3Z9A', 'u/__proto__', 'u/:code', ':code', 'rounds/:date', 'chart', 'login'],
    ...[
      'settings/account',
      'settings/alerts',
      'notifications',
      'admin',
      'admin/reports',
      'admin/reports/7',
    ],
  ])('tidemark://%s opens home', (rest) => {
    expect(pathOfLink(`tidemark://${rest}`) ?? '/').toBe('/')
  })

  test.each([
    '',
    '12',
    '--hidden',
    '/vote',
    'https://tidemark.app/vote',
    'app://tidemark/vote',
    'tidemark://\\\\elsewhere.example',
  ])('rejects %p', (text) => {
    expect(pathOfLink(text)).toBeNull()
  })

  test('always returns a screen that links open', () => {
    const tail = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.webPath(),
      fc.array(fc.constantFrom(...WORDS)).map((parts) => parts.join('/')),
    )
    fc.assert(
      fc.property(tail, (text) => {
        const path = pathOfLink(`tidemark://${text}`)
        if (path !== null) expect(screens.some((screen) => screen.test(path))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})
