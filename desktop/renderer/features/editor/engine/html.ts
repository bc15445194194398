import type { Sanitize } from '#shared/html/sanitize.ts'
import { CONTENT_MAX, RAW_CONTENT_MAX } from '#shared/rules/content-length.ts'
import type { RichTextEditor } from './schema.ts'
import { isListItem } from './tool-state.ts'

/** BlockNote's own placeholder of empty blocks: its parser drops a block without any text. */
const PLACEHOLDER = '\ufffc'

/** Attributes that BlockNote adds to its export and that stored HTML expresses otherwise or not at all. */
const EXPORT_ATTRIBUTES =
  / (?:(?:class|colwidth|data-(?:nesting-level|editable|url|alt|width|height|caption|start|level|line-height))="[^"]*"|(?:col|row)span="1")(?=[^<]*>)|<colgroup>.*?<\/colgroup>|(?<=<su[bp]) data-style-type="[a-z]+"/g

type Blocks = RichTextEditor['document']

/** Exported HTML by first block; BlockNote returns the same object for an unchanged block. */
const exported = new WeakMap<Blocks[number], { blocks: Blocks; html: string }>()

function exportBlocks(editor: RichTextEditor, blocks: Blocks): string {
  const [first] = blocks
  if (!first) return ''
  const cached = exported.get(first)
  const isCurrent =
    cached?.blocks.length === blocks.length &&
    cached.blocks.every((block, index) => block === blocks[index])
  if (cached && isCurrent) return cached.html
  const html = editor
    .blocksToHTMLLossy(blocks)
    .replaceAll(PLACEHOLDER, '')
    .replace(EXPORT_ATTRIBUTES, '')
  exported.set(first, { blocks, html })
  return html
}

/** The text as stored HTML; '' for one empty paragraph. Only changed blocks or lists are exported. */
export function readHtml(editor: RichTextEditor): string {
  let html = ''
  let items: Blocks = []
  for (const block of editor.document) {
    if (isListItem(block)) {
      items.push(block)
      continue
    }
    html += exportBlocks(editor, items) + exportBlocks(editor, [block])
    items = []
  }
  html += exportBlocks(editor, items)
  return html === '<p></p>' ? '' : html
}

/** Replaces the text by stored, sanitized HTML. */
export function writeHtml(editor: RichTextEditor, html: string): void {
  const blocks = editor.tryParseHTMLToBlocks(prepareHtml(html))
  editor.replaceBlocks(editor.document, blocks.length > 0 ? blocks : [{ type: 'paragraph' }])
}

/** Rewrites sanitized HTML so that BlockNote's parser loses nothing. */
export function prepareHtml(html: string): string {
  const body = new DOMParser().parseFromString(html, 'text/html').body
  removeBlankText(body)
  hoistMedia(body)
  insertPlaceholders(body)
  return body.innerHTML
}

const MEDIA = 'img, video, iframe'
const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, blockquote, li, td, th, div'
const TEXT_BLOCKS = 'p, h1, h2, h3, h4, h5, h6, blockquote'
const CONTAINERS = 'ul, ol, table, thead, tbody, tfoot, tr, figure'

const TEXT_NODE = 3

/** Removes white space between blocks, which is indentation of the source. */
function removeBlankText(root: Element): void {
  for (const parent of [root, ...root.querySelectorAll(`${CONTAINERS}, li, div`)]) {
    for (const node of [...parent.childNodes]) {
      if (node.nodeType !== TEXT_NODE || /\S/.test(node.nodeValue ?? '')) continue
      const siblings = [node.previousSibling, node.nextSibling].filter((found) => found !== null)
      const isBlock = (sibling: Node) =>
        'matches' in sibling &&
        typeof sibling.matches === 'function' &&
        sibling.matches(`${BLOCKS}, ${CONTAINERS}, pre, hr, video, iframe`)
      if (parent.matches(CONTAINERS) || siblings.every(isBlock)) node.remove()
    }
  }
}

/**
 * Moves pictures and players out of the paragraph around them, which is split: the parser drops media
 * inside text. In a list or a table they follow the item or the table.
 */
function hoistMedia(root: Element): void {
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

/** Adds the placeholder where the parser would drop an empty block or a lone space. */
function insertPlaceholders(root: Element): void {
  for (const block of root.querySelectorAll(TEXT_BLOCKS)) {
    if (block.childNodes.length === 0) block.textContent = PLACEHOLDER
    // The parser ignores the style of a block with only line breaks.
    else if (block.textContent === '') block.append(PLACEHOLDER)
    else markSpaces(block)
  }
}

function markSpaces(node: Node): void {
  if (node.nodeType === TEXT_NODE) {
    if (!/\S/.test(node.nodeValue ?? '')) node.nodeValue += PLACEHOLDER
    return
  }
  for (const child of node.childNodes) markSpaces(child)
}

const LINE_ENDS =
  /<\/(?:p|h[1-6]|li|ul|ol|blockquote|pre|table|tbody|thead|tr|td|th|figure)>|<(?:ul|ol|table|tbody|thead|tr)\b[^>]*>|<hr>/g

/** Stored HTML with one block per line, for the code view. */
export function toCode(html: string): string {
  return html.replace(LINE_ENDS, (tag) => `${tag}\n`).trimEnd()
}

/** HTML of the code view without the line ends between blocks. */
export function fromCode(html: string): string {
  return html.replace(new RegExp(`(${LINE_ENDS.source})\\n+`, 'g'), '$1')
}

/** The server's sanitizer lengthens links and players at most by this factor. */
const MAX_GROWTH = 8

/** Whether the stored length depends on the sanitizer. */
export function mayGrow(html: string): boolean {
  return html.length * MAX_GROWTH > CONTENT_MAX && html.length <= RAW_CONTENT_MAX
}

/** The length that the server checks: sanitized, or raw for a text it refuses before sanitizing. */
export function storedLength(html: string, sanitize: Sanitize): number {
  return mayGrow(html) ? sanitize(html).length : html.length
}
