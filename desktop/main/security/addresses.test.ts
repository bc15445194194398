import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'
import { externalLink, isEmbed, mayShow } from './addresses.ts'

const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'

describe('allowed navigations', () => {
  test.each([
    ['app://tidemark/', true, true],
    ['app://tidemark/vote/view/1?a#b', true, true],
    ['app://tidemark.elsewhere.example/', true, false],
    ['app://elsewhere/', true, false],
    ['app://tidemark:1/', true, false],
    ['app://a:b@tidemark/', true, false],
    ['app:tidemark', true, false],
    ['https://tidemark.app/', true, false],
    ['file:///etc/passwd', true, false],
    ['javascript:alert(1)', true, false],
    ['data:text/html,x', true, false],
    ['blob:app://tidemark/x', true, false],
    ['about:blank', true, false],
    ['chrome://version', true, false],
    ['devtools://devtools/x', true, false],
    ['', true, false],
    [player, true, false],
    [player, false, true],
    ['about:blank', false, true],
    ['about:srcdoc', false, true],
    ['app://tidemark/', false, false],
    ['https://www.youtube-nocookie.com.elsewhere.example/', false, false],
    ['https://a@www.youtube-nocookie.com/', false, false],
    ['http://www.youtube-nocookie.com/', false, false],
    ['https://elsewhere.example/', false, false],
    ['data:text/html,x', false, false],
  ])('%s (window itself: %p): %p', (address, isMainFrame, may) => {
    expect(mayShow(address, isMainFrame)).toBe(may)
  })

  test('allow frames of every video host', () => {
    for (const origin of EMBED_ORIGINS) expect(isEmbed(`${origin}/x`)).toBe(true)
  })

  test('block web pages in the main frame', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (address) => {
        expect(mayShow(address, true)).toBe(false)
      }),
    )
  })
})

describe('external URLs', () => {
  test.each([
    ['https://blockstream.info/address/1', 'https://blockstream.info/address/1'],
    ['http://a.example', 'http://a.example/'],
    ['HTTPS://A.example/B', 'https://a.example/B'],
    ['mailto:contact@tidemark.app', 'mailto:contact@tidemark.app'],
    ['tel:+8201012345678', 'tel:+8201012345678'],
    ['https://한국.example/길', 'https://xn--3e0b707e.example/%EA%B8%B8'],
  ])('%s', (address, opened) => {
    expect(externalLink(address)).toBe(opened)
  })

  test.each([
    'file:///etc/passwd',
    'smb://server/share',
    'ms-settings:display',
    'search-ms:query=x',
    'vscode://file/x',
    'tidemark://vote',
    'app://tidemark/vote',
    'javascript:alert(1)',
    'data:text/html,x',
    'about:blank',
    'https://tidemark.app@elsewhere.example/',
    `https://a.example/${'x'.repeat(2048)}`,
    '\\\\server\\share',
    '/usr/bin/calc',
    'C:\\Windows\\calc.exe',
    '',
  ])('rejects %p', (address) => {
    expect(externalLink(address)).toBeNull()
  })

  test('only opens URLs of four schemes and bounded length', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc
        .tuple(fc.constantFrom('mailto:', 'tel:', 'file://', 'x:'), fc.string())
        .map((a) => a.join('')),
    )
    fc.assert(
      fc.property(text, (address) => {
        const link = externalLink(address)
        if (link !== null) expect(link).toMatch(/^(https?:\/\/[^@/]+(\/|$)|mailto:|tel:)/)
      }),
    )
  })
})
