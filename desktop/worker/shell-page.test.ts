import { expect, test } from 'bun:test'
import { shellPage } from './shell-page.ts'

const PAGE =
  '<!doctype html><html><head><script>load("/assets/index-early.js")</script>' +
  '<script type="module" crossorigin src="/assets/index-pTIL_wZ-1.js"></script></head></html>'

test('the stored page is marked as such', () => {
  const stored = shellPage(PAGE, ['/icon.svg', '/assets/index-pTIL_wZ-1.js'])
  expect(stored).toBe(PAGE.replace('<head>', '<head><meta name="offline">'))
})

test.each([
  ['of another build', PAGE],
  ['without an entry', '<!doctype html><html><head></head></html>'],
])('a page %s is refused', (_, page) => {
  expect(() => shellPage(page, ['/icon.svg', '/assets/index-early.js'])).toThrow(
    'the page is of another build',
  )
})
