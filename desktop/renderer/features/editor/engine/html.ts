import {
  hoistMedia,
  markEmptiness,
  withoutGaps,
} from '#desktop/renderer/features/editor/model/prepare-html.ts'
import type { RichTextEditor } from './create-editor.ts'
import { isListItem } from './tool-state.ts'

/** What BlockNote writes into a block that is empty, so that its own reader keeps the block. */
const PLACEHOLDER = /\ufffc/g

/** What BlockNote writes for itself: content says it otherwise, or does not keep it. */
const IDLE =
  / (?:(?:class|classname|target|rel|colwidth|data-(?:inline-content-type|nesting-level|editable|url|alt|width|height|caption|start|level|line-height))="[^"]*"|(?:col|row)span="1")(?=[^<]*>)|<colgroup>.*?<\/colgroup>|(?<=<su[bp]) data-style-type="[a-z]+"/g

type Blocks = RichTextEditor['document']

/** The HTML of blocks by the first of them; a block that has not changed is the same object as before. */
const written = new WeakMap<Blocks[number], { blocks: Blocks; html: string }>()

function writeBlocks(editor: RichTextEditor, blocks: Blocks): string {
  const [first] = blocks
  if (!first) return ''
  const known = written.get(first)
  const isKnown =
    known?.blocks.length === blocks.length &&
    known.blocks.every((block, at) => block === blocks[at])
  if (known && isKnown) return known.html
  const html = editor.blocksToHTMLLossy(blocks).replace(PLACEHOLDER, '').replace(IDLE, '')
  written.set(first, { blocks, html })
  return html
}

/**
 * The whole text as it is stored; nothing for a text of one empty line. Only what has changed since the
 * last time is written anew, list by list and else block by block.
 */
export function readHtml(editor: RichTextEditor): string {
  let html = ''
  let items: Blocks = []
  for (const block of editor.document) {
    if (isListItem(block)) {
      items.push(block)
      continue
    }
    html += writeBlocks(editor, items) + writeBlocks(editor, [block])
    items = []
  }
  html += writeBlocks(editor, items)
  return html === '<p></p>' ? '' : html
}

/** Sanitised HTML in a form that BlockNote's reader loses nothing of. */
export function prepareHtml(html: string): string {
  const body = new DOMParser().parseFromString(html, 'text/html').body
  withoutGaps(body)
  hoistMedia(body)
  markEmptiness(body)
  return body.innerHTML
}

/** Puts stored, sanitised HTML in the place of the whole text. */
export function writeHtml(editor: RichTextEditor, html: string): void {
  const blocks = editor.tryParseHTMLToBlocks(prepareHtml(html))
  editor.replaceBlocks(editor.document, blocks.length > 0 ? blocks : [{ type: 'paragraph' }])
}
