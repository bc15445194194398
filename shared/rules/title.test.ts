import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { threadCpu } from '#tests/support/thread-cpu.ts'
import { isBlank, isBlankPost } from './is-blank.ts'
import { textLines } from './text-lines.ts'
import { TITLE_MAX, titleOf, withoutTitle } from './title.ts'

describe('title', () => {
  const cases: Record<string, string> = {
    '<p>first</p><p>second</p>': 'first',
    '<p>&nbsp;</p><p> <br>\ufffc</p><h1>a <b>b</b>  c</h1>': 'a b c',
    'a<br>b': 'a',
    'plain &amp; simple': 'plain & simple',
    '<p>&lt;b&gt; &quot;x&quot; &#39;y&#x27; &#128640;</p>': '<b> "x" \'y\' 🚀',
    '<p>&amp;lt;</p>': '&lt;',
    '<ul><li><p>item</p></li></ul>': 'item',
    '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>': 'a',
    '<pre><code>one\ntwo</code></pre>': 'one',
    '<p>one\ntwo</p>': 'one two',
    '<img src="https://a.b/c.png" alt="x > y">text': 'text',
    '<!-- <p>no</p> --><p>yes</p>': 'yes',
    '<p>1 < 2</p>': '1 < 2',
    '<p>a\u202eb</p>': 'ab',
    '<img src="https://a.b/c.png">': '',
    '': '',
  }
  for (const [html, title] of Object.entries(cases)) {
    test(JSON.stringify(html), () => expect(titleOf(html)).toBe(title))
  }

  test('truncates at 80 code points without splitting a grapheme', () => {
    expect(titleOf('x'.repeat(81))).toBe('x'.repeat(80))
    expect(titleOf('🚀'.repeat(90))).toBe('🚀'.repeat(80))
    const family = '👨‍👩‍👧‍👦'
    expect(titleOf(`${'x'.repeat(78)}${family}`)).toBe('x'.repeat(78))
    expect(titleOf(`${'x'.repeat(79)}e\u0301`)).toBe('x'.repeat(79))
  })

  test('returns a short, well-formed line for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (html) => {
        const title = titleOf(html)
        expect([...title].length).toBeLessThanOrEqual(TITLE_MAX)
        expect(title.isWellFormed()).toBe(true)
        expect(title).toBe(title.trim())
        expect(title).not.toMatch(/[\n\r]/)
      }),
    )
  })
})

describe('blank', () => {
  for (const html of [
    '',
    ' ',
    '<p></p>',
    '<p>&nbsp;\u00a0 <br></p>',
    '<p>\ufffc\u200b\u3164&#8203;</p>',
    '<p><img src="https://a.b/c.png" alt="x"></p>',
    '<!-- x -->',
  ]) {
    test(JSON.stringify(html), () => expect(isBlank(html)).toBe(true))
  }
  test('is not blank with visible content', () => {
    for (const html of ['x', '<p>.</p>', '&amp;', '<p>🚀</p>', '<p>한</p>', '1 < 2']) {
      expect(isBlank(html)).toBe(false)
    }
  })
  test('accepts a post that is only a picture or video', () => {
    expect(isBlankPost('<p><img src="https://a.b/c.png"></p>')).toBe(false)
    expect(isBlankPost('<p>&lt;img&gt;</p>')).toBe(false)
    expect(isBlankPost('<p><br></p>')).toBe(true)
  })
})

describe('parses hostile input in linear time', () => {
  const hostile = [
    '<',
    '<a',
    '<!--',
    '<a "',
    "<a ='",
    '&',
    '&#',
    ' ',
    '<p>',
    '<pre>\n',
    '\u200b',
    '&nbsp;',
  ]
  for (const piece of hostile) {
    test(JSON.stringify(piece), () => {
      const cost = (length: number) => {
        const html = piece.repeat(Math.ceil(length / piece.length))
        const start = threadCpu()
        titleOf(html)
        isBlank(html)
        for (const line of textLines(html)) expect(line.length).toBeLessThanOrEqual(html.length)
        return threadCpu() - start
      }
      cost(20_000)
      // A quadratic scan would need minutes for a million characters.
      expect(cost(1_000_000)).toBeLessThan(3000)
    })
  }
})

describe('content below its title', () => {
  const long = 'a'.repeat(TITLE_MAX)
  test.each([
    ['<p>Board rules</p><p>Be kind.</p>', '<p>Be kind.</p>'],
    ['<h2 data-text-alignment="center">Q&amp;A</h2><ul><li>x</li></ul>', '<ul><li>x</li></ul>'],
    ['<p>Board rules</p>', ''],
    ['<p>Board <b>rules</b></p><p>b</p>', null],
    ['<p>See <a href="https://a.b">it</a></p>', null],
    [`<p>${long}</p><p>b</p>`, null],
    ['<p></p><p>First</p>', null],
    ['<img src="https://a.b"><p>First</p>', null],
    ['', null],
  ])('%s', (html, rest) => expect(withoutTitle(html, titleOf(html))).toBe(rest ?? html))

  test('stays whole when the title is another', () => {
    expect(withoutTitle('<p>a</p><p>b</p>', 'b')).toBe('<p>a</p><p>b</p>')
  })
})
