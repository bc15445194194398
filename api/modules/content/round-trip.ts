import type { Element, Nodes } from 'hast'

const setOf = (names: string) => new Set(names.split(' '))

const INLINE = 'a b br code del em i s span strike strong sub sup u'
const FLOW = setOf(
  `${INLINE} blockquote div figure h1 h2 h3 h4 h5 h6 hr iframe img ol p pre table ul video`,
)
const PHRASING = setOf(`${INLINE} img`)
const LIST = setOf('li ol ul')
const ROWS = setOf('tr')
const NOTHING: ReadonlySet<string> = new Set()

const table = (names: string, children: ReadonlySet<string>) =>
  names.split(' ').map((name): [string, ReadonlySet<string>] => [name, children])

/** Children that a parser leaves where they are written. Anything else may be moved, closed or reopened. */
const CHILDREN: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...table('blockquote caption div figcaption li td th', FLOW),
  ...table('figure', new Set([...FLOW, 'figcaption'])),
  ...table(`${INLINE} h1 h2 h3 h4 h5 h6 p pre`, PHRASING),
  ...table('ol ul', LIST),
  ...table('table', setOf('caption colgroup tbody tfoot thead')),
  ...table('tbody tfoot thead', ROWS),
  ...table('tr', setOf('td th')),
  ...table('colgroup', setOf('col')),
  ...table('br col hr iframe img video', NOTHING),
])
/** Elements in which a parser moves text away. */
const WITHOUT_TEXT = setOf('colgroup table tbody tfoot thead tr')

function isElementSafe(element: Element, isLinked: boolean): boolean {
  const { tagName } = element
  if (tagName === 'a' && isLinked) return false
  // A parser skips the first line end.
  const [first] = element.children
  if (tagName === 'pre' && first?.type === 'text' && first.value.startsWith('\n')) return false
  const allowed = CHILDREN.get(tagName) ?? NOTHING
  const inLink = isLinked || tagName === 'a'
  return element.children.every((child) => {
    if (child.type === 'text') return !WITHOUT_TEXT.has(tagName) || !/\S/.test(child.value)
    return child.type === 'element' && allowed.has(child.tagName) && isElementSafe(child, inLink)
  })
}

/**
 * Whether a sanitized tree certainly parses back to itself once serialized: its nesting is the plain one
 * that the editor writes. False means unknown.
 */
export function isRoundTripSafe(root: Nodes): boolean {
  if (root.type !== 'root') return false
  return root.children.every((child) => {
    if (child.type === 'text') return true
    return child.type === 'element' && FLOW.has(child.tagName) && isElementSafe(child, false)
  })
}
