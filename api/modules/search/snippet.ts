import type { Snippet } from '#shared/contract/search.ts'
import { foldCase } from '#shared/rules/search-tokens.ts'

/** UTF-16 units before the first hit, and of the whole. */
const LEAD = 40
const LENGTH = 160

/** The next position that splits no pair of surrogates. */
const whole = (text: string, at: number): number =>
  at > 0 && at < text.length && /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at

/** Positions of the terms in a text, merged where they touch. */
function findHits(folded: string, terms: readonly string[]): Snippet['hits'] {
  const found: Snippet['hits'] = []
  for (const term of terms) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
      found.push({ start: at, end: at + term.length })
    }
  }
  const merged: Snippet['hits'] = []
  for (const hit of found.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && hit.start <= last.end) last.end = Math.max(last.end, hit.end)
    else merged.push(hit)
  }
  return merged
}

/** An excerpt of a display text around the first of the folded terms. */
export function snippetOf(display: string, terms: readonly string[]): Snippet {
  const folded = foldCase(display)
  const places = terms.map((term) => folded.indexOf(term)).filter((at) => at >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const start = whole(display, Math.max(0, first - LEAD))
  const end = whole(display, Math.min(display.length, start + LENGTH))
  const before = start > 0 ? '…' : ''
  const text = `${before}${display.slice(start, end)}${end < display.length ? '…' : ''}`
  const hits = findHits(folded.slice(start, end), terms)
  return {
    text,
    hits: hits.map((hit) => ({ start: hit.start + before.length, end: hit.end + before.length })),
  }
}
