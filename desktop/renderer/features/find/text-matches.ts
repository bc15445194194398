/** Elements whose text is read as one; a match does not go beyond them. */
const BLOCKS =
  'p, li, td, th, h1, h2, h3, h4, dt, dd, summary, figcaption, label, button, pre, div, section'

/** More matches are not counted: a single letter would mark the whole page. */
export const MAX_MATCHES = 500

interface Part {
  node: Text
  /** Position in the text of its block. */
  start: number
}

/** Places of `query` in a text, without regard to case. */
export function placesOf(text: string, query: string): number[] {
  if (query === '') return []
  const literal = query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return [...text.matchAll(new RegExp(literal, 'giu'))].map(({ index }) => index)
}

/** The visible texts of an element, by block. */
function visibleBlocks(root: Element): Part[][] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const blocks: Part[][] = []
  let last: Element | null = null
  let length = 0
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (!(node instanceof Text) || !node.parentElement?.checkVisibility()) continue
    const block = node.parentElement.closest(BLOCKS)
    if (block !== last || blocks.length === 0) {
      blocks.push([])
      last = block
      length = 0
    }
    blocks.at(-1)?.push({ node, start: length })
    length += node.data.length
  }
  return blocks
}

/** Boundary of a range: the node of a position in a block. */
function boundaryAt(
  parts: readonly Part[],
  position: number,
  isEnd: boolean,
): [Text, number] | null {
  const part = parts.findLast(({ start }) => (isEnd ? start < position : start <= position))
  return part ? [part.node, position - part.start] : null
}

/** The places of a text on the page, in reading order, as ranges. */
export function findMatches(root: Element, query: string): Range[] {
  const found: Range[] = []
  for (const parts of visibleBlocks(root)) {
    const text = parts.map(({ node }) => node.data).join('')
    for (const place of placesOf(text, query)) {
      const start = boundaryAt(parts, place, false)
      const end = boundaryAt(parts, place + query.length, true)
      if (!start || !end) continue
      const range = document.createRange()
      range.setStart(...start)
      range.setEnd(...end)
      found.push(range)
      if (found.length === MAX_MATCHES) return found
    }
  }
  return found
}
