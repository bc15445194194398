import { JSDOM } from 'jsdom'
import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'

const reader = new new JSDOM('').window.DOMParser()

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
/** Required attributes of embedded players. */
export const SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups'
const ATTRIBUTES: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    style: STYLE,
    href: /^(?:https?:|mailto:|tel:|[#/])/i,
    src: /^(?:https:\/\/|data:image\/(?:png|jpeg|gif|webp);base64,)/,
    alt: /^/,
    // Serialization always restores a parsed `is`; DOMPurify leaves it empty, which is inert.
    is: /^$/,
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

/** Lists everything in `html`, parsed like a browser, that the policy does not allow. */
export function markupOffences(html: string): string[] {
  const found: string[] = []
  const body = reader.parseFromString(html, 'text/html').documentElement
  for (const element of body.querySelectorAll('*')) {
    const tag = element.localName
    if (tag === 'head' || tag === 'body') {
      if (element.attributes.length > 0) found.push(`${tag} with attributes`)
      continue
    }
    if (!TAGS.has(tag)) found.push(`<${tag}>`)
    if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml') found.push(`foreign ${tag}`)
    for (const { name, value } of element.attributes) {
      if (!ATTRIBUTES.get(name)?.test(value)) found.push(`${tag} ${name}=${value}`)
    }
    if (tag === 'iframe') {
      const src = element.getAttribute('src') ?? ''
      if (!EMBED_ORIGINS.some((origin) => src.startsWith(`${origin}/`))) found.push(`frame ${src}`)
      if (element.getAttribute('sandbox') !== SANDBOX) found.push('frame without sandbox')
      if (element.textContent !== '') found.push('frame with content')
    }
    if (tag === 'a' && element.hasAttribute('href')) {
      if (element.getAttribute('target') !== '_blank' || !element.hasAttribute('rel')) {
        found.push('link without rel')
      }
    }
    if ((tag === 'img' || tag === 'video') && !element.hasAttribute('src'))
      found.push(`bare ${tag}`)
  }
  return found
}
