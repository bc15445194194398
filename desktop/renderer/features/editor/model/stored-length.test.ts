import { expect, test } from 'bun:test'
import { JSDOM } from 'jsdom'
import { CONTENT_MAX, RAW_CONTENT_MAX } from '#shared/html/limits.ts'
import { makeSanitiser } from '#shared/html/sanitise.ts'
import { mayGrow, storedLength } from './stored-length.ts'

const sanitise = makeSanitiser(new JSDOM('').window)

test('a short text counts as it is, and is not looked at', () => {
  const html = '<p><a href="/vote">x</a></p>'
  const never = () => {
    throw new Error('looked at')
  }
  expect(mayGrow(html)).toBe(false)
  expect(storedLength(html, never)).toBe(html.length)
})

test('a longer one counts with what is added when it is stored', () => {
  const html = '<p><a href="/vote">x</a></p>'.repeat(600)
  expect(mayGrow(html)).toBe(true)
  expect(html.length).toBeLessThan(CONTENT_MAX)
  expect(storedLength(html, sanitise)).toBe(sanitise(html).length)
  expect(storedLength(html, sanitise)).toBeGreaterThan(CONTENT_MAX)
})

test('one that the server does not even read counts as it is, though little would be kept of it', () => {
  const html = `<p>${'<b></b>'.repeat(RAW_CONTENT_MAX / 7)}</p>`
  expect(mayGrow(html)).toBe(false)
  expect(storedLength(html, sanitise)).toBe(html.length)
})
