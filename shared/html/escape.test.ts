import { expect, test } from 'bun:test'
import { escapeMarkup, escapeSerialized } from './escape.ts'

test('escapes a text for elements and attributes in double quotes', () => {
  expect(escapeMarkup(`<a b="c">&amp; 'd'\u00a0$&`)).toBe(
    `&lt;a b=&quot;c&quot;&gt;&amp;amp; 'd'\u00a0$&amp;`,
  )
})

test('escapes a text as browsers serialize it', () => {
  expect(escapeSerialized('<b> & "c"\u00a0')).toBe('&lt;b&gt; &amp; "c"&nbsp;')
})
