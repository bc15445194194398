import {
  addDefaultPropsExternalHTML,
  createBlockSpec,
  createBulletListItemBlockSpec,
  createHeadingBlockSpec,
  createNumberedListItemBlockSpec,
  createParagraphBlockSpec,
  createQuoteBlockSpec,
  type DefaultProps,
  defaultProps,
  parseDefaultProps,
} from '@blocknote/core'
import { lineHeightOf } from '#desktop/renderer/features/editor/model/sizes.ts'

/** The line height of a block that sets none. */
export const NO_LINE_HEIGHT = 'default'

const lookProps = { ...defaultProps, lineHeight: { default: NO_LINE_HEIGHT } } as const

interface Look extends Partial<DefaultProps> {
  lineHeight?: string
}

const meta = { isolating: false }

function readLook(element: HTMLElement): Look {
  const look = parseDefaultProps(element)
  const lineHeight = lineHeightOf(element.style.lineHeight) ?? NO_LINE_HEIGHT
  const alignment = look.textAlignment ?? element.getAttribute('data-text-alignment')
  const { values, default: start } = defaultProps.textAlignment
  const textAlignment = values.find((value) => value === alignment) ?? start
  return { ...look, textAlignment, lineHeight }
}

function wear(element: HTMLElement, look: Look): void {
  addDefaultPropsExternalHTML(look, element)
  if (look.lineHeight && look.lineHeight !== NO_LINE_HEIGHT) {
    element.style.lineHeight = look.lineHeight
  }
}

/** A block that is one element with text in it. */
function element(tag: string, look: Look) {
  const dom = document.createElement(tag)
  wear(dom, look)
  return { dom, contentDOM: dom }
}

/** An item as content writes it: the looks on the item, the text in a paragraph inside. */
function listItem(look: Look) {
  const dom = document.createElement('li')
  const contentDOM = document.createElement('p')
  wear(dom, look)
  dom.append(contentDOM)
  return { dom, contentDOM }
}

const paragraphBase = createParagraphBlockSpec()
const paragraph = createBlockSpec(
  { type: 'paragraph', propSchema: lookProps, content: 'inline' },
  {
    meta,
    parse: (found) => (paragraphBase.implementation.parse?.(found) ? readLook(found) : undefined),
    render: ({ props }) => element('p', props),
    toExternalHTML: ({ props }) => element('p', props),
    runsBefore: ['default', 'heading'],
  },
  paragraphBase.extensions,
)()

const headingBase = createHeadingBlockSpec({ allowToggleHeadings: false })
const heading = createBlockSpec(
  {
    type: 'heading',
    propSchema: { ...lookProps, level: { default: 1 } },
    content: 'inline',
  },
  {
    meta,
    parse: (found) => {
      const level = /^H([1-6])$/.exec(found.tagName)?.[1]
      return level ? { ...readLook(found), level: Number(level) } : undefined
    },
    render: ({ props }) => element(`h${props.level}`, props),
    toExternalHTML: ({ props }) => element(`h${props.level}`, props),
  },
  headingBase.extensions,
)()

const quoteBase = createQuoteBlockSpec()
const quote = createBlockSpec(
  { type: 'quote', propSchema: lookProps, content: 'inline' },
  {
    meta,
    parse: (found) => (found.tagName === 'BLOCKQUOTE' ? readLook(found) : undefined),
    render: ({ props }) => element('blockquote', props),
    toExternalHTML: ({ props }) => element('blockquote', props),
  },
  quoteBase.extensions,
)()

/** A part of a specification that its base may not have. */
const only = <Part>(parseContent: Part | undefined) => (parseContent ? { parseContent } : {})

const bulletBase = createBulletListItemBlockSpec()
const bulletListItem = createBlockSpec(
  { type: 'bulletListItem', propSchema: lookProps, content: 'inline' },
  {
    meta,
    parse: (found) => (bulletBase.implementation.parse?.(found) ? readLook(found) : undefined),
    ...only(bulletBase.implementation.parseContent),
    render: ({ props }) => element('p', props),
    toExternalHTML: ({ props }) => listItem(props),
  },
  bulletBase.extensions,
)()

const numberedBase = createNumberedListItemBlockSpec()
const numberedListItem = createBlockSpec(
  {
    type: 'numberedListItem',
    propSchema: { ...lookProps, start: { default: undefined, type: 'number' } },
    content: 'inline',
  },
  {
    meta,
    parse: (found) => {
      const item = numberedBase.implementation.parse?.(found)
      if (!item) return undefined
      return item.start === undefined ? readLook(found) : { ...readLook(found), start: item.start }
    },
    ...only(numberedBase.implementation.parseContent),
    render: ({ props }) => element('p', props),
    toExternalHTML: ({ props }) => listItem(props),
  },
  numberedBase.extensions,
)()

/** The blocks that hold text with styles, each with alignment, colours and a line height. */
export const textBlocks = { paragraph, heading, quote, bulletListItem, numberedListItem }
