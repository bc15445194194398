import type { Nodes } from 'hast'
import { BREAKING } from '#shared/rules/text-lines.ts'

/** Yields the text lines of a sanitized tree as `textLines` does of its HTML. */
export function* treeLines(root: Nodes): Generator<string, void, void> {
  let line = ''
  function* endLine() {
    yield line
    line = ''
  }
  function* walk(node: Nodes, isPreformatted: boolean): Generator<string, void, void> {
    if (node.type === 'text') {
      const parts = isPreformatted ? node.value.split('\n') : [node.value]
      for (const [index, part] of parts.entries()) {
        if (index > 0) yield* endLine()
        line += part
      }
    }
    if (!('children' in node)) return
    const tag = node.type === 'element' ? node.tagName : ''
    if (BREAKING.has(tag)) yield* endLine()
    for (const child of node.children) yield* walk(child, isPreformatted || tag === 'pre')
    if (BREAKING.has(tag)) yield* endLine()
  }
  yield* walk(root, false)
  yield line
}
