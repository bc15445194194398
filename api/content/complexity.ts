import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  parseFragment,
  type TreeAdapter,
} from 'parse5'
import { RAW_CONTENT_MAX } from '#shared/html/limits.ts'

/** Elements per parse; the largest real note has about 1500. */
const MAX_ELEMENTS = 4000
/** Nesting; browsers stop at 512. */
const MAX_DEPTH = 100
/** Attributes per element: the parser compares each with all others. */
const MAX_ATTRIBUTES = 100

class TooComplex extends Error {}

type Tree = DefaultTreeAdapterMap

/** parse5's default tree adapter that throws TooComplex beyond a limit. */
function limitedTree(): TreeAdapter<Tree> {
  let elements = 0
  const depths = new WeakMap<object, number>()
  return {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      elements++
      if (elements > MAX_ELEMENTS || attributes.length > MAX_ATTRIBUTES) throw new TooComplex()
      return defaultTreeAdapter.createElement(name, namespace, attributes)
    },
    appendChild(parent, child) {
      const depth = (depths.get(parent) ?? 0) + 1
      if (depth > MAX_DEPTH) throw new TooComplex()
      depths.set(child, depth)
      defaultTreeAdapter.appendChild(parent, child)
    },
  }
}

/**
 * Whether HTML would cost too much to sanitize: unclosed formatting tags let a few kilobytes grow
 * into hundreds of thousands of elements. Parses into a light tree and stops at a limit.
 */
export function isTooComplex(html: string): boolean {
  if (html.length > RAW_CONTENT_MAX) return true
  try {
    parseFragment(html, { treeAdapter: limitedTree() })
    return false
  } catch (error) {
    if (error instanceof TooComplex) return true
    throw error
  }
}
