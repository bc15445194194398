/** A piece of a plain text; `href` of those that are links. */
export interface TextPart {
  text: string
  href: string | null
}

/** Ends before characters that change the direction of the text around them. */
const ADDRESS = /https?:\/\/[^\s<>"'`\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi
/** Ends of a sentence around an address. */
const TRAILING = /[.,;:!?…)\]}。，、」』]+$/

/** The address of a link, or null for what no link may open. */
function hrefOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, href } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  // `https://tidemark.example@other.example` looks like the first host and opens the second.
  return username === '' && password === '' ? href : null
}

/** An address without the punctuation of its sentence; a bracket that it opens stays. */
function trimmed(address: string): string {
  const end = TRAILING.exec(address)
  if (!end) return address
  const isPaired = end[0].startsWith(')') && address.slice(0, end.index).includes('(')
  return address.slice(0, end.index + (isPaired ? 1 : 0))
}

/** A plain text in pieces, its web addresses as links. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0])
    const href = hrefOf(address)
    if (href === null) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null })
    parts.push({ text: address, href })
    end = match.index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}
