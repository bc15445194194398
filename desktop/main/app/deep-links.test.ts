import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { PATHS } from '#shared/rules/paths.ts'
import { pathOfLink } from './deep-links.ts'

/** The router's paths as regular expressions. */
const screens = Object.values(PATHS).map(
  (pattern) =>
    new RegExp(
      `^${pattern.replace(':board', '(frees|notices|suggestions)').replace(':id', '[1-9]\\d*')}$`,
    ),
)

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

  test('always returns a path of the router', () => {
    const tail = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.webPath(),
      fc
        .array(fc.constantFrom('vote', 'view', 'boards', 'frees', '12', '..', '%2e', '', '\\'))
        .map((deps) => deps.join('/')),
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
