const MEDIA = 'img, video, iframe'
const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, blockquote, li, td, th, div'
const TEXT_BLOCKS = 'p, h1, h2, h3, h4, h5, h6, blockquote'
const CONTAINERS = 'ul, ol, table, thead, tbody, tfoot, tr, figure'

const TEXT = 3

/** Kept by BlockNote's reader where it would drop an empty block. */
const PLACEHOLDER = '\ufffc'

/** Takes out the white space between blocks, which is layout of the source and no text. */
export function withoutGaps(root: Element): void {
  for (const parent of [root, ...root.querySelectorAll(`${CONTAINERS}, li, div`)]) {
    for (const node of [...parent.childNodes]) {
      if (node.nodeType !== TEXT || /\S/.test(node.nodeValue ?? '')) continue
      const beside = [node.previousSibling, node.nextSibling].filter((sibling) => sibling !== null)
      const isBlock = (sibling: Node) =>
        'matches' in sibling &&
        typeof sibling.matches === 'function' &&
        sibling.matches(`${BLOCKS}, ${CONTAINERS}, pre, hr, video, iframe`)
      if (parent.matches(CONTAINERS) || beside.every(isBlock)) node.remove()
    }
  }
}

/**
 * Moves pictures and players out of the text they stand in, splitting it: they are blocks of their own
 * here, and would be dropped inside a paragraph. In a list or a table they follow the item or the table.
 */
export function hoistMedia(root: Element): void {
  for (const found of root.querySelectorAll(MEDIA)) {
    const media = found.closest('figure') ?? found
    const table = media.closest('table')
    if (table) {
      table.after(media)
      continue
    }
    while (
      media.parentElement &&
      media.parentElement !== root &&
      !media.parentElement.matches('li, div')
    ) {
      const parent = media.parentElement
      const rest = parent.cloneNode(false)
      while (media.nextSibling) rest.appendChild(media.nextSibling)
      parent.after(media)
      if (rest.hasChildNodes()) media.after(rest)
      if (!parent.hasChildNodes()) parent.remove()
    }
  }
}

/** Marks what the reader would drop while it is read: empty blocks, and spaces with nothing beside them. */
export function markEmptiness(root: Element): void {
  for (const block of root.querySelectorAll(TEXT_BLOCKS)) {
    if (block.childNodes.length === 0) block.textContent = PLACEHOLDER
    // Nothing but line breaks is nothing to the reader, which then forgets the looks of the block.
    else if (block.textContent === '') block.append(PLACEHOLDER)
    else markSpaces(block)
  }
}

function markSpaces(node: Node): void {
  if (node.nodeType === TEXT) {
    if (!/\S/.test(node.nodeValue ?? '')) node.nodeValue += PLACEHOLDER
    return
  }
  for (const child of node.childNodes) markSpaces(child)
}
