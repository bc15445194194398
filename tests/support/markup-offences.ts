import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as names, parse } from 'parse5'
import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'

/** Repeats the policy on purpose: a mistake there must not weaken this check. */
const TAGS = new Set(
  'p div h1 h2 h3 h4 h5 h6 blockquote ul ol li pre code br hr b strong i em u s strike del sup sub span a figure figcaption img video iframe table caption colgroup col thead tbody tfoot tr td th'.split(
    ' ',
  ),
)
const COLOR = '(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\\([\\d.,%/ ]+\\))'
const STYLE = new RegExp(
  `^(?:(?:(?:background-)?color: ${COLOR}|font-size: [\\d.]+px|line-height: [\\d.]+|text-align: [a-z]+);(?: |$))+$`,
  'i',
)
/** Required of embedded players. */
const SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups'
const ATTRIBUTES: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    style: STYLE,
    href: /^(?:https?:|mailto:|tel:|[#/])/i,
    src: /^(?:https:\/\/|data:image\/(?:png|jpeg|gif|webp);base64,)/,
    alt: /^/,
    width: /^\d{1,4}$/,
    height: /^\d{1,4}$/,
    colspan: /^\d{1,2}$/,
    rowspan: /^\d{1,2}$/,
    start: /^\d{1,5}$/,
    controls: /^$/,
    preload: /^metadata$/,
    target: /^_blank$/,
    rel: /^noopener noreferrer nofollow ugc$/,
    loading: /^lazy$/,
    decoding: /^async$/,
    referrerpolicy: /^(?:no-referrer|strict-origin-when-cross-origin)$/,
    sandbox: new RegExp(`^${SANDBOX}$`),
    allow: /^fullscreen; picture-in-picture; encrypted-media$/,
    allowfullscreen: /^$/,
    'data-text-alignment': /^[a-z]+$/,
    'data-text-color': /^[\w#(),.% ]+$/,
    'data-background-color': /^[\w#(),.% ]+$/,
    'data-language': /^[\w+#-]+$/,
    'data-style-type': /^[a-z]+$/i,
    'data-value': /^[\w#(),.% ]+$/,
  }),
)

type TreeNode = DefaultTreeAdapterTypes.Node

function* elementsIn(node: TreeNode): Generator<DefaultTreeAdapterTypes.Element> {
  if (defaultTreeAdapter.isElementNode(node)) yield node
  if ('content' in node) yield* elementsIn(node.content)
  if (!('childNodes' in node)) return
  for (const child of node.childNodes) yield* elementsIn(child)
}

function frameOffences(children: number, attributes: ReadonlyMap<string, string>): string[] {
  const found: string[] = []
  const src = attributes.get('src') ?? ''
  if (!EMBED_ORIGINS.some((origin) => src.startsWith(`${origin}/`))) found.push(`frame ${src}`)
  if (attributes.get('sandbox') !== SANDBOX) found.push('frame without sandbox')
  if (children > 0) found.push('frame with content')
  return found
}

/** Lists everything in `html`, parsed like a browser, that the policy does not allow. */
export function markupOffences(html: string): string[] {
  const found: string[] = []
  for (const { tagName, namespaceURI, attrs, childNodes } of elementsIn(parse(html))) {
    if (tagName === 'html' || tagName === 'head' || tagName === 'body') {
      if (attrs.length > 0) found.push(`${tagName} with attributes`)
      continue
    }
    if (!TAGS.has(tagName)) found.push(`<${tagName}>`)
    if (namespaceURI !== names.NS.HTML) found.push(`foreign ${tagName}`)
    for (const { name, value } of attrs) {
      if (!ATTRIBUTES.get(name)?.test(value)) found.push(`${tagName} ${name}=${value}`)
    }
    const attributes = new Map(attrs.map(({ name, value }) => [name, value]))
    if (tagName === 'iframe') found.push(...frameOffences(childNodes.length, attributes))
    if (tagName === 'a' && attributes.has('href')) {
      if (attributes.get('target') !== '_blank' || !attributes.has('rel')) {
        found.push('link without rel')
      }
    }
    if ((tagName === 'img' || tagName === 'video') && !attributes.has('src')) {
      found.push(`bare ${tagName}`)
    }
  }
  return found
}
