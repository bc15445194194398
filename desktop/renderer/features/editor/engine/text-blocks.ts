import {
  addDefaultPropsExternalHTML,
  createBlockSpec,
  createBulletListItemBlockSpec,
  createCodeBlockSpec,
  createHeadingBlockSpec,
  createNumberedListItemBlockSpec,
  createParagraphBlockSpec,
  createQuoteBlockSpec,
  type DefaultProps,
  defaultProps,
  parseDefaultProps,
  parsePreCode,
  parsePreCodeContent,
} from '@blocknote/core'
import { NO_LINE_HEIGHT, parseLineHeight } from './style-values.ts'

const styleProps = { ...defaultProps, lineHeight: { default: NO_LINE_HEIGHT } } as const

interface BlockStyle extends Partial<DefaultProps> {
  lineHeight?: string
}

const meta = { isolating: false }

function parseStyle(element: HTMLElement): BlockStyle {
  const style = parseDefaultProps(element)
  const lineHeight = parseLineHeight(element.style.lineHeight) ?? NO_LINE_HEIGHT
  const alignment = style.textAlignment ?? element.getAttribute('data-text-alignment')
  const { values, default: start } = defaultProps.textAlignment
  const textAlignment = values.find((value) => value === alignment) ?? start
  return { ...style, textAlignment, lineHeight }
}

function applyStyle(element: HTMLElement, style: BlockStyle): void {
  addDefaultPropsExternalHTML(style, element)
  if (style.lineHeight && style.lineHeight !== NO_LINE_HEIGHT) {
    element.style.lineHeight = style.lineHeight
  }
}

/** A block that is a single element. */
function createElement(tag: string, style: BlockStyle) {
  const dom = document.createElement(tag)
  applyStyle(dom, style)
  return { dom, contentDOM: dom }
}

/** A stored list item: style on the item, text in a paragraph inside. */
function createListItem(style: BlockStyle) {
  const dom = document.createElement('li')
  const contentDOM = document.createElement('p')
  applyStyle(dom, style)
  dom.append(contentDOM)
  return { dom, contentDOM }
}

const paragraphBase = createParagraphBlockSpec()
const paragraph = createBlockSpec(
  { type: 'paragraph', propSchema: styleProps, content: 'inline' },
  {
    meta,
    parse: (element) =>
      paragraphBase.implementation.parse?.(element) ? parseStyle(element) : undefined,
    render: ({ props }) => createElement('p', props),
    toExternalHTML: ({ props }) => createElement('p', props),
    runsBefore: ['default', 'heading'],
  },
  paragraphBase.extensions,
)()

const headingBase = createHeadingBlockSpec({ allowToggleHeadings: false })
const heading = createBlockSpec(
  {
    type: 'heading',
    propSchema: { ...styleProps, level: { default: 1 } },
    content: 'inline',
  },
  {
    meta,
    parse: (element) => {
      const level = /^H([1-6])$/.exec(element.tagName)?.[1]
      return level ? { ...parseStyle(element), level: Number(level) } : undefined
    },
    render: ({ props }) => createElement(`h${props.level}`, props),
    toExternalHTML: ({ props }) => createElement(`h${props.level}`, props),
  },
  headingBase.extensions,
)()

const quoteBase = createQuoteBlockSpec()
const quote = createBlockSpec(
  { type: 'quote', propSchema: styleProps, content: 'inline' },
  {
    meta,
    parse: (element) => (element.tagName === 'BLOCKQUOTE' ? parseStyle(element) : undefined),
    render: ({ props }) => createElement('blockquote', props),
    toExternalHTML: ({ props }) => createElement('blockquote', props),
  },
  quoteBase.extensions,
)()

/** Omits the option when the base spec has none (`exactOptionalPropertyTypes`). */
const withParseContent = <Parse>(parseContent: Parse | undefined) =>
  parseContent ? { parseContent } : {}

const bulletBase = createBulletListItemBlockSpec()
const bulletListItem = createBlockSpec(
  { type: 'bulletListItem', propSchema: styleProps, content: 'inline' },
  {
    meta,
    parse: (element) =>
      bulletBase.implementation.parse?.(element) ? parseStyle(element) : undefined,
    ...withParseContent(bulletBase.implementation.parseContent),
    render: ({ props }) => createElement('p', props),
    toExternalHTML: ({ props }) => createListItem(props),
  },
  bulletBase.extensions,
)()

const numberedBase = createNumberedListItemBlockSpec()
const numberedListItem = createBlockSpec(
  {
    type: 'numberedListItem',
    propSchema: { ...styleProps, start: { default: undefined, type: 'number' } },
    content: 'inline',
  },
  {
    meta,
    parse: (element) => {
      const item = numberedBase.implementation.parse?.(element)
      if (!item) return undefined
      return item.start === undefined
        ? parseStyle(element)
        : { ...parseStyle(element), start: item.start }
    },
    ...withParseContent(numberedBase.implementation.parseContent),
    render: ({ props }) => createElement('p', props),
    toExternalHTML: ({ props }) => createListItem(props),
  },
  numberedBase.extensions,
)()

/** The blocks of styled text, each with alignment, colors and a line height. */
export const textBlocks = { paragraph, heading, quote, bulletListItem, numberedListItem }

const NO_LANGUAGE = 'text'

// keyboard.ts handles Tab in every block.
const codeBase = createCodeBlockSpec({ indentLineWithTab: false })

/** Plain text with its line ends and tabs. The language is stored as `data-language`. */
export const codeBlock = createBlockSpec(
  { type: 'codeBlock', propSchema: { language: { default: NO_LANGUAGE } }, content: 'plain' },
  {
    meta: { code: true, defining: true, isolating: false },
    parse: (element) => {
      if (element.tagName !== 'PRE') return undefined
      const language = element.getAttribute('data-language') ?? parsePreCode(element)?.language
      return { language: language || NO_LANGUAGE }
    },
    parseContent: ({ el, schema }) => {
      const pre = document.createElement('pre')
      const code = document.createElement('code')
      code.textContent = el.textContent
      pre.append(code)
      return parsePreCodeContent({ el: pre, schema }, 'codeBlock')
    },
    render: () => {
      const dom = document.createElement('pre')
      const contentDOM = document.createElement('code')
      dom.append(contentDOM)
      return { dom, contentDOM }
    },
    toExternalHTML: ({ props }) => {
      const dom = document.createElement('pre')
      const contentDOM = document.createElement('code')
      if (props.language !== NO_LANGUAGE) dom.dataset.language = props.language
      dom.append(contentDOM)
      return { dom, contentDOM }
    },
  },
  codeBase.extensions,
)()
