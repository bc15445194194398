import { expect, test } from 'bun:test'
import { removeHandlers, textToHtml } from './handle-paste.ts'

test('escapes plain text, one paragraph per line', () => {
  expect(textToHtml('a\n\n<b> & c\n')).toBe('<p>a</p><p></p><p>&lt;b&gt; &amp; c</p>')
})

test('removes event handlers from tags but not from text', () => {
  expect(removeHandlers('<p onclick="x()" class=a>on click = b</p>')).toBe(
    '<p data-no="x()" class=a>on click = b</p>',
  )
})
