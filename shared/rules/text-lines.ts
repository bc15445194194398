/** Elements that start a new line. */
export const BREAKING: ReadonlySet<string> = new Set(
  'address article aside blockquote br caption dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

/** Named entities that serializers write, and the few that people type. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

function decode(whole: string, name: string): string {
  if (!name.startsWith('#')) return NAMED[name] ?? whole
  const hex = name[1] === 'x' || name[1] === 'X'
  const code = hex ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  const valid = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return valid ? String.fromCodePoint(code) : '\ufffd'
}

function decodeEntities(text: string): string {
  return text.includes('&')
    ? text.replace(/&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-z]{2,4});/g, decode)
    : text
}

/** Index after the tag that opens at `start`; the end of `html` when it never closes. */
function tagEnd(html: string, start: number): number {
  if (html.startsWith('<!--', start)) {
    const end = html.indexOf('-->', start + 4)
    return end < 0 ? html.length : end + 3
  }
  let quote = ''
  for (let i = start + 1; i < html.length; i++) {
    const char = html.charAt(i)
    if (quote !== '') {
      if (char === quote) quote = ''
    } else if (char === '>') {
      return i + 1
    } else if ((char === '"' || char === "'") && html.charAt(i - 1) === '=') {
      quote = char
    }
  }
  return html.length
}

/**
 * Yields the text lines of an HTML fragment: tags stripped, entities decoded, a new line at each block
 * element, `<br>` and, inside `<pre>`, line end. White space is unchanged. One linear pass without a DOM,
 * so hostile input costs no more than its length; malformed HTML never throws.
 */
export function* textLines(html: string): Generator<string, void, void> {
  let line = ''
  let preformatted = 0
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    const text = decodeEntities(html.slice(at, open < 0 ? html.length : open))
    if (preformatted > 0) {
      const parts = text.split('\n')
      for (const part of parts.slice(0, -1)) {
        yield line + part
        line = ''
      }
      line += parts.at(-1) ?? ''
    } else {
      line += text
    }
    if (open < 0) break
    if (!/[a-z/!?]/i.test(html.charAt(open + 1))) {
      line += '<'
      at = open + 1
      continue
    }
    at = tagEnd(html, open)
    const closing = html.charAt(open + 1) === '/'
    const name = /^[a-z\d]+/i.exec(html.slice(open + (closing ? 2 : 1), open + 14))?.[0]
    const tag = name?.toLowerCase() ?? ''
    if (tag === 'pre') preformatted = Math.max(0, preformatted + (closing ? -1 : 1))
    if (BREAKING.has(tag)) {
      yield line
      line = ''
    }
  }
  yield line
}
