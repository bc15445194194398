import { expect, test } from 'bun:test'
import { CONTENT_MAX, RAW_CONTENT_MAX } from '#shared/rules/content-length.ts'
import { fromCode, mayGrow, storedLength, toCode } from './html.ts'

/** A sanitizer that adds an attribute to every link. */
const sanitize = (html: string) =>
  html.replaceAll('<a ', '<a target="_blank" rel="noopener noreferrer nofollow ugc" ')

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
