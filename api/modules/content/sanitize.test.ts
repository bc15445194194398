import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ApiError } from '#api/infrastructure/errors.ts'
import { hostileHtml } from '#shared/html/hostile.fixture.ts'
import { PAYLOADS } from '#shared/html/payloads.fixture.ts'
import { LINK, VALID } from '#shared/html/valid.fixture.ts'
import { CONTENT_MAX } from '#shared/rules/content-length.ts'
import { titleOf } from '#shared/rules/title.ts'
import { markupOffences } from '#tests/support/markup-offences.ts'
import { sanitize } from './sanitize.ts'

const clean = (html: string) => sanitize(html).content

/** Expects the guarantees of stored HTML. */
function expectStorable(html: string): void {
  const { content, title } = sanitize(html)
  expect(markupOffences(content)).toEqual([])
  expect(sanitize(content)).toEqual({ content, title })
  expect(title).toBe(titleOf(content))
  expect(content.isWellFormed()).toBe(true)
  expect(content).not.toMatch(/[^\P{Cc}\t\n]/u)
}

test('the checker finds the payloads unsanitized', () => {
  expect(new Set(PAYLOADS).size).toBeGreaterThan(150)
  const caught = PAYLOADS.filter((payload) => markupOffences(payload).length > 0)
  expect(caught.length).toBeGreaterThan(PAYLOADS.length * 0.9)
})

describe('payloads', () => {
  for (const [index, payload] of PAYLOADS.entries()) {
    test(`${index}: ${payload.slice(0, 70)}`, () => {
      for (const html of [payload, `<p>before ${payload} after</p>`, payload.repeat(2)]) {
        expectStorable(html)
      }
    })
  }
})

test('tangled markup becomes allowed, idempotent HTML with its title', () => {
  fc.assert(fc.property(hostileHtml, expectStorable), { numRuns: 500 })
})

test('typed paragraphs give the same with and without parsing', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('<br>', '\n', '\r', '\u00a0', '&', '>', '\u0000', ' '),
  )
  const paragraphs = fc
    .array(
      fc.array(part, { maxLength: 5 }).map((parts) => `<p>${parts.join('')}</p>`),
      { minLength: 1, maxLength: 4 },
    )
    .map((each) => each.join(''))
  fc.assert(
    fc.property(paragraphs, (html) => {
      // A comment is dropped, but needs the parser.
      expect(clean(html)).toBe(clean(`${html}<!---->`))
    }),
    { numRuns: 300 },
  )
})

test('text without a tag is trimmed and otherwise unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const plain = text.replace(/[<\p{Cc}\p{Cs}]/gu, '')
      expect(clean(plain)).toBe(plain.trim())
    }),
  )
})

describe('leaves valid content unchanged', () => {
  for (const [name, html] of Object.entries(VALID)) {
    test(name, () => expect(clean(html)).toBe(html))
  }

  test('the largest honest note, 1,900 elements', () => {
    const cell = '<td colspan="1" rowspan="1"><p>word word</p></td>'
    const table = `<table><tbody>${`<tr>${cell.repeat(10)}</tr>`.repeat(10)}</tbody></table>`
    const note = table.repeat(6)
    expect(note.length).toBeGreaterThan(30_000)
    expect(clean(note)).toBe(note)
  })
})

describe('rewrites', () => {
  test.each([
    [
      'editor artifacts',
      '<h2 data-level="2">h</h2><ul><li data-checked="true"><input type="checkbox" checked=""><p class="bn-inline-content" id="x">c</p></li></ul>',
      '<h2>h</h2><ul><li><p>c</p></li></ul>',
    ],
    ['links without a scheme', '<a href="a.b/c">x</a>', `<a href="http://a.b/c" ${LINK}>x</a>`],
    ['a link that is refused', '<a href="javascript:x">x</a>', '<a>x</a>'],
    [
      'style declarations',
      '<p style="COLOR:Red;position:fixed;font-size:37px;text-align:left">a</p>',
      '<p style="color: Red; text-align: left;">a</p>',
    ],
    [
      'media without a source, with its content',
      '<p>a<video><b>b</b></video><img></p>',
      '<p>a</p>',
    ],
    ['the first line end of preformatted text', '<pre>\n\nx</pre>', '<pre>x</pre>'],
    [
      'a block inside a dropped element',
      '<p>a<button><p>b</p></button></p>',
      '<p>a</p><p>b</p><p></p>',
    ],
    ['formatting across blocks', '<b>a<p>b</b>c', '<b>a</b><p><b>b</b>c</p>'],
    [
      'a table inside a paragraph',
      '<p>a<table><td>b</table>',
      '<p>a</p><table><tbody><tr><td>b</td></tr></tbody></table>',
    ],
  ])('%s', (_, html, expected) => expect(clean(html)).toBe(expected))

  test('the URLs of players', () => {
    expect(clean('<iframe src="//www.youtube.com/embed/dQw4w9WgXcQ?si=1">x</iframe>')).toContain(
      'src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" width="640" height="360"',
    )
  })
})

describe('refuses', () => {
  const few = (html: string) => html.repeat(Math.ceil(CONTENT_MAX / html.length))
  test.each([
    ['CONTENT_TOO_LONG', 'text', 'x'.repeat(CONTENT_MAX + 1)],
    ['CONTENT_TOO_LONG', 'text that grows when escaped', `<p>${'<'.repeat(9000)}`],
    ['CONTENT_TOO_LONG', 'attributes that grow', few('<img src="https://a.b/c">')],
    ['CONTENT_TOO_LONG', 'more than is parsed', `<b>${'x'.repeat(70_000)}</b>`],
    ['CONTENT_TOO_COMPLEX', 'deep nesting', '<div>'.repeat(200)],
    ['CONTENT_TOO_COMPLEX', 'too many elements', few('<p>x')],
    ['CONTENT_TOO_COMPLEX', 'comments', few('<!---->')],
    [
      'CONTENT_TOO_COMPLEX',
      'few tags that grow',
      `<p>${Array.from({ length: 70 }, (_, i) => `<b style=x${i} class=${i}>`).join('')}${'<i><u><s><em>'.repeat(3)}${'<p>x'.repeat(55)}`,
    ],
  ])('with %s %s', (code, _, html) => {
    const refusal = () => {
      try {
        return clean(html)
      } catch (error) {
        return error instanceof ApiError ? [error.code, error.field] : error
      }
    }
    expect(refusal()).toEqual([code, 'content'])
  })
})

test('10 000 notes leave no memory behind', () => {
  const run = (count: number) => {
    for (let i = 0; i < count; i++) sanitize(`<p>${i} <b>x</b></p>`)
    Bun.gc(true)
    return process.memoryUsage().heapUsed
  }
  const before = run(2000)
  const after = run(8000)
  expect(after - before).toBeLessThan(10_000_000)
}, 180_000)
