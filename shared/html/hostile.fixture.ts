import fc from 'fast-check'
import { PAYLOADS } from './payloads.fixture.ts'

const TAGS =
  'p div h1 blockquote ul ol li pre code br hr b i u s sup span a figure img video iframe table caption colgroup col tbody tr td th svg math style form select button template object nobr'
const VALUES =
  'x|\n|&nbsp;|&amp;|&#13;|&#1;|<a href=/x>|<a href="https://a.b">|<img src=https://a.b/c>|<pre>\n|<p style="color:red">|<!-- -->|"|\''

const tag = fc.constantFrom(...TAGS.split(' ').flatMap((name) => [`<${name}>`, `</${name}>`]))
const fragment = fc.oneof(
  { weight: 5, arbitrary: tag },
  { weight: 2, arbitrary: fc.constantFrom(...VALUES.split('|')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 2, arbitrary: fc.constantFrom(...PAYLOADS) },
)

/** Tangled markup: payloads, text, and tags opened and closed in any order. */
export const hostileHtml = fc.array(fragment, { maxLength: 16 }).map((parts) => parts.join(''))
