import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { fromCode, toCode } from './code-text.ts'
import { textToHtml, withoutHandlers } from './pasted.ts'
import { pictureUrl } from './picture-url.ts'
import { hoistMedia, markEmptiness, withoutGaps } from './prepare-html.ts'
import { fontSizeOf, lineHeightOf } from './sizes.ts'
import { stepSize, TABLE_MAX } from './table-size.ts'

describe('the table picker', () => {
  test('steps by one, and to the ends of a row', () => {
    const size = { rows: 3, columns: 4 }
    expect(stepSize(size, 'ArrowRight')).toEqual({ rows: 3, columns: 5 })
    expect(stepSize(size, 'ArrowLeft')).toEqual({ rows: 3, columns: 3 })
    expect(stepSize(size, 'ArrowDown')).toEqual({ rows: 4, columns: 4 })
    expect(stepSize(size, 'ArrowUp')).toEqual({ rows: 2, columns: 4 })
    expect(stepSize(size, 'Home')).toEqual({ rows: 3, columns: 1 })
    expect(stepSize(size, 'End')).toEqual({ rows: 3, columns: TABLE_MAX })
    expect(stepSize(size, 'a')).toBeNull()
  })

  test('never leaves 1 to 10', () => {
    const keys = fc.constantFrom('ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End')
    fc.assert(
      fc.property(fc.array(keys, { maxLength: 60 }), (pressed) => {
        let size = { rows: 1, columns: 1 }
        for (const key of pressed) size = stepSize(size, key) ?? size
        expect(Math.min(size.rows, size.columns)).toBeGreaterThanOrEqual(1)
        expect(Math.max(size.rows, size.columns)).toBeLessThanOrEqual(TABLE_MAX)
      }),
    )
  })
})

test('the address of a picture', () => {
  expect(pictureUrl(' https://a.example/b.png ')).toBe('https://a.example/b.png')
  expect(pictureUrl('//a.example/b.png')).toBe('https://a.example/b.png')
  expect(pictureUrl('a.example/b.png')).toBe('https://a.example/b.png')
  for (const bad of ['', 'http://a.example/b', 'javascript:x', 'data:image/svg+xml,x', 'word']) {
    expect(pictureUrl(bad)).toBeNull()
  }
})

test('sizes that content keeps', () => {
  expect(['8px', '36px', '14.5px'].map(fontSizeOf)).toEqual(['8', '36', '14.5'])
  expect(['7px', '37px', '1em', ''].map(fontSizeOf)).toEqual([null, null, null, null])
  expect(['1', '2.0', '3'].map(lineHeightOf)).toEqual(['1', '2', '3'])
  expect(['0.9', '3.1', '150%', 'normal'].map(lineHeightOf)).toEqual([null, null, null, null])
})

test('pasted text is escaped, a paragraph for each line', () => {
  expect(textToHtml('a\n\n<b> & c\n')).toBe('<p>a</p><p></p><p>&lt;b&gt; &amp; c</p>')
})

test('handlers leave tags, and words about them stay', () => {
  expect(withoutHandlers('<p onclick="x()" class=a>on click = b</p>')).toBe(
    '<p data-no="x()" class=a>on click = b</p>',
  )
})

test('code view breaks lines between blocks, and they are taken out again', () => {
  const html = '<h1>a</h1><ul><li><p>b</p></li></ul><p>c</p>'
  expect(toCode(html)).toBe('<h1>a</h1>\n<ul>\n<li><p>b</p>\n</li>\n</ul>\n<p>c</p>')
  expect(fromCode(`${toCode(html)}\n`)).toBe(html)
})

describe('HTML made ready to be read', () => {
  const prepared = (html: string, ...steps: ((root: Element) => void)[]) => {
    const { body } = new JSDOM(html).window.document
    for (const step of steps) step(body)
    return body.innerHTML
  }

  test('pictures leave paragraphs, and stay in order', () => {
    expect(prepared('<p>a<strong>b<img>c</strong>d</p>', hoistMedia)).toBe(
      '<p>a<strong>b</strong></p><img><p><strong>c</strong>d</p>',
    )
    expect(prepared('<p><img></p>', hoistMedia)).toBe('<img>')
    expect(prepared('<table><tbody><tr><td>a<img></td></tr></tbody></table>', hoistMedia)).toBe(
      '<table><tbody><tr><td>a</td></tr></tbody></table><img>',
    )
  })

  test('gaps between blocks go, spaces between words stay', () => {
    expect(prepared('<p>a</p>\n <p>b <i>c</i> <b>d</b></p>', withoutGaps)).toBe(
      '<p>a</p><p>b <i>c</i> <b>d</b></p>',
    )
  })

  test('empty blocks and lone spaces are marked', () => {
    expect(prepared('<p></p><h1> </h1>', markEmptiness)).toBe('<p>\ufffc</p><h1> \ufffc</h1>')
  })
})
