import type { Nodes } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html as names,
  parseFragment,
  type TreeAdapter,
} from 'parse5'
import { ApiError } from '#api/infrastructure/errors.ts'
import { storable } from '#shared/html/plain.ts'
import { allowedValue, DEFAULTS, FORCED, REQUIRED } from '#shared/html/policy.ts'
import { CONTENT_MAX } from '#shared/rules/content-length.ts'

/** Elements and comments per text, with those the parser adds; the largest honest note has 1,900. */
const MAX_NODES = 2000
/** Nodes that the parser may add to a text of few tags, such as table bodies and reopened formatting. */
const MAX_ADDED = 64
/** Open elements, so that the parser's searches through them are bounded; a list level takes two. */
const MAX_DEPTH = 100

/** Elements and comments that may still be created. */
export interface Budget {
  nodes: number
}

/**
 * How many elements and comments a text may have. The limit grows with the tags written, so that a short
 * text is cheap however often the parser reopens its unclosed formatting.
 */
export function maxNodes(html: string): number {
  const tags = html.split('<').length - 1
  return Math.min(MAX_NODES, MAX_ADDED + 2 * tags)
}

const tooComplex = () => new ApiError('CONTENT_TOO_COMPLEX', { field: 'content' })

type Attribute = DefaultTreeAdapterTypes.Element['attrs'][number]

/** The attributes that the policy stores for an element: the author's, then defaults, then forced ones. */
function storedAttributes(tag: string, attributes: readonly Attribute[]): Attribute[] {
  const stored: Attribute[] = []
  for (const { name, value } of attributes) {
    const allowed = allowedValue(tag, name, storable(value))
    if (allowed !== null) stored.push({ name, value: allowed })
  }
  if (!Object.hasOwn(FORCED, tag)) return stored
  const has = (name: string) => stored.some((attribute) => attribute.name === name)
  if (tag === 'a' && !has('href')) return stored
  for (const [name, value] of Object.entries(DEFAULTS[tag] ?? {})) {
    if (!has(name)) stored.push({ name, value })
  }
  for (const [name, value] of Object.entries(FORCED[tag] ?? {})) stored.push({ name, value })
  return stored
}

const outputLength = (attributes: readonly Attribute[]) =>
  attributes.reduce((length, { name, value }) => length + name.length + value.length + 4, 0)

const CONTEXT = defaultTreeAdapter.createElement('body', names.NS.HTML, [])

/** parse5's default tree adapter with the policy's attributes, without media that lack a source, and with limits. */
function limitedTree(budget: Budget): TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  let depth = 0
  let length = 0
  const rejected = new WeakSet<DefaultTreeAdapterTypes.Node>()
  const count = () => {
    budget.nodes -= 1
    if (budget.nodes < 0) throw tooComplex()
  }
  const textFor = (parent: DefaultTreeAdapterTypes.ParentNode, text: string) =>
    parent.nodeName === 'iframe' ? '' : storable(text)
  return {
    ...defaultTreeAdapter,
    createElement(tag, namespace, attributes) {
      count()
      const stored = namespace === names.NS.HTML ? storedAttributes(tag, attributes) : []
      length += outputLength(stored)
      if (length > CONTENT_MAX) throw new ApiError('CONTENT_TOO_LONG', { field: 'content' })
      const element = defaultTreeAdapter.createElement(tag, namespace, stored)
      const required = REQUIRED[tag]
      if (required !== undefined && !stored.some(({ name }) => name === required)) {
        rejected.add(element)
      }
      return element
    },
    createCommentNode(data) {
      count()
      return defaultTreeAdapter.createCommentNode(data)
    },
    appendChild(parent, child) {
      if (!rejected.has(child)) defaultTreeAdapter.appendChild(parent, child)
    },
    insertBefore(parent, child, reference) {
      if (!rejected.has(child)) defaultTreeAdapter.insertBefore(parent, child, reference)
    },
    insertText(parent, text) {
      const clean = textFor(parent, text)
      if (clean !== '') defaultTreeAdapter.insertText(parent, clean)
    },
    insertTextBefore(parent, text, reference) {
      const clean = textFor(parent, text)
      if (clean !== '') defaultTreeAdapter.insertTextBefore(parent, clean, reference)
    },
    onItemPush() {
      depth += 1
      if (depth > MAX_DEPTH) throw tooComplex()
    },
    onItemPop() {
      depth -= 1
    },
  }
}

/**
 * Parses HTML as the content of a page's body, in time linear in its length.
 * @throws ApiError CONTENT_TOO_COMPLEX beyond the budget or 100 open elements, CONTENT_TOO_LONG
 */
export function parse(html: string, budget: Budget): Nodes {
  const options = { treeAdapter: limitedTree(budget), scriptingEnabled: false }
  return fromParse5(parseFragment(CONTEXT, html, options))
}
