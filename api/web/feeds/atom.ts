import { escapeMarkup } from '#shared/html/escape.ts'

/** An entry of a feed. Texts are unescaped; instants are ISO 8601. */
export interface FeedEntry {
  /** Its page, which is also its id. */
  url: string
  title: string
  author: string
  published: string
  updated: string
  /** Sanitized HTML. */
  content?: string
  /** Plain text. */
  summary?: string
}

export interface Feed {
  /** Its own address, which is also its id. */
  url: string
  /** The page with the same content. */
  page: string
  title: string
  /** Language tag. */
  language: string
  entries: readonly FeedEntry[]
}

/** Characters that XML 1.0 does not allow, even escaped (section 2.2), and halves of surrogate pairs. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Line ends that parsers turn into line feeds; some do the two of XML 1.1 (section 2.11) as well. */
const LINE_END = /[\r\u0085\u2028]/g

/** Escapes a text for elements and quoted attributes, without the characters that XML cannot have. */
export const escapeXml = (text: string): string =>
  escapeMarkup(text.replace(FORBIDDEN, '')).replace(
    LINE_END,
    (character) => `&#${character.charCodeAt(0)};`,
  )

const element = (name: string, text: string, attributes = '') =>
  `<${name}${attributes}>${escapeXml(text)}</${name}>`

const entryXml = (entry: FeedEntry) =>
  [
    '<entry>',
    element('id', entry.url),
    element('title', entry.title),
    `<link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>`,
    element('published', entry.published),
    element('updated', entry.updated),
    `<author>${element('name', entry.author)}</author>`,
    entry.summary === undefined ? '' : element('summary', entry.summary),
    entry.content === undefined ? '' : element('content', entry.content, ' type="html"'),
    '</entry>',
  ].join('')

/** An Atom document (RFC 4287). A feed without entries was updated at the epoch. */
export function atomXml({ url, page, title, language, entries }: Feed): string {
  const newest = [...entries].sort((one, other) => other.updated.localeCompare(one.updated))
  const updated = newest[0]?.updated ?? new Date(0).toISOString()
  const base = escapeXml(new URL('/', url).href)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}" xml:base="${base}">`,
    element('id', url),
    element('title', title),
    element('updated', updated),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(url)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    ...newest.map(entryXml),
    '</feed>\n',
  ].join('')
}
