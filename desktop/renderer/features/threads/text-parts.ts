import type { UserName } from '#shared/contract/common.ts'
import { mentionSpans } from '#shared/rules/mentions.ts'

/** A piece of a plain text. */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'mention'; text: string; person: UserName }

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

/** A piece that is more than text, from `start` to before `end` in UTF-16 units. */
interface Span {
  start: number
  end: number
  part: TextPart
}

/** The addresses of a text, those that no link may open as text. */
function addressSpans(text: string): Span[] {
  return [...text.matchAll(ADDRESS)].map(({ 0: match, index }) => {
    const address = trimmed(match)
    const href = hrefOf(address)
    return {
      start: index,
      end: index + address.length,
      part:
        href === null
          ? { kind: 'text' as const, text: address }
          : { kind: 'link' as const, text: address, href },
    }
  })
}

function personSpans(text: string, people: readonly UserName[]): Span[] {
  const byCode = new Map(people.map((person) => [person.uniqueCode, person]))
  return mentionSpans(text).flatMap(({ start, end, code }) => {
    const person = byCode.get(code)
    if (!person) return []
    return [
      { start, end, part: { kind: 'mention' as const, text: text.slice(start, end), person } },
    ]
  })
}

/**
 * A plain text in pieces: its web addresses as links, and its mentions of `people`. In an address nobody is
 * mentioned.
 */
export function textParts(text: string, people: readonly UserName[]): TextPart[] {
  const spans = [...addressSpans(text), ...personSpans(text, people)]
  const parts: TextPart[] = []
  let end = 0
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    if (span.start < end) continue
    if (span.start > end) parts.push({ kind: 'text', text: text.slice(end, span.start) })
    parts.push(span.part)
    end = span.end
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}
