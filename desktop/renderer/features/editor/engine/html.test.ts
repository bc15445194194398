import { describe, expect, test } from 'bun:test'
import { JSDOM } from 'jsdom'
import { CONTENT_MAX, RAW_CONTENT_MAX } from '#shared/html/limits.ts'
import { createSanitizer } from '#shared/html/sanitize.ts'
import {
  fromCode,
  hoistMedia,
  insertPlaceholders,
  mayGrow,
  removeBlankText,
  storedLength,
  toCode,
} from './html.ts'

const sanitize = createSanitizer(new JSDOM('').window)

test('counts a short text without sanitizing it', () => {
  const html = '<p><a href="/vote">x</a></p>'
  const never = () => {
    throw new Error('sanitized')
  }
  expect(mayGrow(html)).toBe(false)
  expect(storedLength(html, never)).toBe(html.length)
})

test('counts a longer text as sanitized', () => {
  const html = '<p><a href="/vote">x</a></p>'.repeat(600)
  expect(mayGrow(html)).toBe(true)
  expect(html.length).toBeLessThan(CONTENT_MAX)
  expect(storedLength(html, sanitize)).toBeGreaterThan(CONTENT_MAX)
})

test('counts a text that the server refuses unsanitized as it is', () => {
  const html = `<p>${'<b></b>'.repeat(RAW_CONTENT_MAX / 7)}</p>`
  expect(mayGrow(html)).toBe(false)
  expect(storedLength(html, sanitize)).toBe(html.length)
})

test('breaks lines between blocks for the code view, and joins them again', () => {
  const html = '<h1>a</h1><ul><li><p>b</p></li></ul><p>c</p>'
  expect(toCode(html)).toBe('<h1>a</h1>\n<ul>\n<li><p>b</p>\n</li>\n</ul>\n<p>c</p>')
  expect(fromCode(`${toCode(html)}\n`)).toBe(html)
})

describe('preparing HTML for the parser', () => {
  const prepare = (html: string, ...steps: ((root: Element) => void)[]) => {
    const { body } = new JSDOM(html).window.document
    for (const step of steps) step(body)
    return body.innerHTML
  }

  test('moves pictures out of paragraphs, in order', () => {
    expect(prepare('<p>a<strong>b<img>c</strong>d</p>', hoistMedia)).toBe(
      '<p>a<strong>b</strong></p><img><p><strong>c</strong>d</p>',
    )
    expect(prepare('<p><img></p>', hoistMedia)).toBe('<img>')
    expect(prepare('<table><tbody><tr><td>a<img></td></tr></tbody></table>', hoistMedia)).toBe(
      '<table><tbody><tr><td>a</td></tr></tbody></table><img>',
    )
  })

  test('removes white space between blocks, not between words', () => {
    expect(prepare('<p>a</p>\n <p>b <i>c</i> <b>d</b></p>', removeBlankText)).toBe(
      '<p>a</p><p>b <i>c</i> <b>d</b></p>',
    )
  })

  test('marks empty blocks and lone spaces', () => {
    expect(prepare('<p></p><h1> </h1>', insertPlaceholders)).toBe('<p>\ufffc</p><h1> \ufffc</h1>')
  })
})
