import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { markupOffences, SANDBOX } from '#tests/support/markup-offences.ts'
import { PAYLOADS } from './payloads.fixture.ts'
import { createSanitizer } from './sanitize.ts'

const window = new JSDOM('').window
const clean = createSanitizer(window)

test('has enough payloads, and the checker detects them unsanitized', () => {
  expect(new Set(PAYLOADS).size).toBeGreaterThan(150)
  const caught = PAYLOADS.filter((payload) => markupOffences(payload).length > 0)
  expect(caught.length).toBeGreaterThan(PAYLOADS.length * 0.9)
})

describe('payloads', () => {
  for (const [index, payload] of PAYLOADS.entries()) {
    test(`${index}: ${payload.slice(0, 70)}`, () => {
      for (const html of [payload, `<p>before ${payload} after</p>`, payload.repeat(2)]) {
        const result = clean(html)
        expect(markupOffences(result)).toEqual([])
        expect(clean(result)).toBe(result)
      }
    })
  }
})

describe('properties', () => {
  const fragment = fc.oneof(
    fc.constantFrom(...PAYLOADS),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      ...'<p> </p> <b> </b> <a href="https://a.b"> </a> <table> <td> <tr> </table> <pre>\n <li> <ul> </ul> <svg> <math> <style> </style> <!-- --> <form> <h1> " \' & &amp; <iframe> <select> <template> </template> <object>'.split(
        ' ',
      ),
    ),
  )
  const hostile = fc.array(fragment, { maxLength: 14 }).map((parts) => parts.join(''))

  test('is idempotent and leaves only allowed markup', () => {
    fc.assert(
      fc.property(hostile, (html) => {
        const result = clean(html)
        expect(markupOffences(result)).toEqual([])
        expect(clean(result)).toBe(result)
        expect(result.isWellFormed()).toBe(true)
        expect(result).not.toMatch(/[^\P{Cc}\t\n]/u)
      }),
      { numRuns: 400 },
    )
  })
})

describe('leaves valid content unchanged', () => {
  const row = `<tr>${'<td><p>x</p></td>'.repeat(10)}</tr>`
  const link = 'target="_blank" rel="noopener noreferrer nofollow ugc"'
  const good: Record<string, string> = {
    'bold, italic, underline, strike':
      '<p><strong>a</strong><em>b</em><u>c</u><s>d</s><b>e</b><i>f</i></p>',
    'superscript, subscript, code': '<p><sup>a</sup><sub>b</sub><code>c &lt; d</code></p>',
    colors: '<p><span style="color: rgb(224, 62, 62); background-color: #112233;">a</span></p>',
    'colors as the editor reads them':
      '<p><span style="color: red;" data-style-type="textColor" data-value="red">a</span></p>',
    'font size and line height': '<p style="font-size: 36px; line-height: 1.5;">a</p>',
    'smallest and largest': '<p style="font-size: 8px; line-height: 3.0;">a</p>',
    alignment: '<p style="text-align: center;" data-text-alignment="center">a</p>',
    lists: '<ul><li><p>a</p><ul><li>b</li></ul></li></ul><ol start="3"><li>c</li></ol>',
    headings: '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>',
    'quote, rule, line break': '<blockquote>a</blockquote><hr><p>b<br>c</p>',
    'code block': '<pre data-language="js"><code>let a = 1\n\nlet b</code></pre>',
    'table 10 by 10': `<table><tbody>${row.repeat(10)}</tbody></table>`,
    'merged cells': '<table><tbody><tr><td colspan="2" rowspan="3">a</td></tr></tbody></table>',
    'web link': `<p><a href="https://a.b/c?d=e&amp;f=g#h" ${link}>x</a></p>`,
    'mail, phone, place, page': ['mailto:a@b.co', 'tel:+8210', '#x', '/vote']
      .map((href) => `<a href="${href}" ${link}>x</a>`)
      .join(''),
    picture:
      '<figure><img src="https://a.b/c.png" alt="d" width="300" loading="lazy" referrerpolicy="no-referrer"><figcaption>e</figcaption></figure>',
    'inline picture':
      '<img src="data:image/png;base64,iVBORw0KGgo=" alt="" loading="lazy" referrerpolicy="no-referrer">',
    'video file':
      '<video src="https://a.b/c.mp4" width="640" controls="" preload="metadata"></video>',
    'embedded video 640 by 360': `<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" width="640" height="360" sandbox="${SANDBOX}" loading="lazy" referrerpolicy="strict-origin-when-cross-origin" allow="fullscreen; picture-in-picture; encrypted-media" allowfullscreen=""></iframe>`,
    'Korean and emoji': '<p>비트코인 👩‍🚀 🇰🇷 — “인용”</p>',
    'text without tags': 'a & b > c',
  }
  for (const [name, html] of Object.entries(good)) {
    test(name, () => expect(clean(html)).toBe(html))
  }

  test('removes editor artifacts and keeps the text', () => {
    const exported =
      '<h2 data-level="2">h</h2><ul><li data-checked="true"><input type="checkbox" checked=""><p class="bn-inline-content" id="x">c</p></li></ul>'
    expect(clean(exported)).toBe('<h2>h</h2><ul><li><p>c</p></li></ul>')
  })

  test('normalizes links without a scheme and player URLs', () => {
    expect(clean('<a href="a.b/c">x</a>')).toBe(`<a href="http://a.b/c" ${link}>x</a>`)
    expect(clean('<iframe src="//www.youtube.com/embed/dQw4w9WgXcQ?si=1"></iframe>')).toContain(
      'src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" width="640" height="360"',
    )
  })

  test('keeps allowed style declarations', () => {
    expect(clean('<p style="COLOR:Red;position:fixed;font-size:37px;text-align:left">a</p>')).toBe(
      '<p style="color: Red; text-align: left;">a</p>',
    )
  })
})

test('isolates the hooks of each instance', () => {
  const other = createSanitizer(new JSDOM('').window)
  createSanitizer(window)
  expect(other('<a href="https://a.b">x</a>')).toBe(clean('<a href="https://a.b">x</a>'))
})

test('rejects a window that cannot parse', () => {
  const broken = Object.create(window, { document: { value: {} } })
  expect(() => createSanitizer(broken)).toThrow()
})
