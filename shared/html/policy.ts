import type { Config } from 'dompurify'
import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'
import { normalizeLinkUrl } from '#shared/rules/link-url.ts'
import { parseVideoUrl, VIDEO_HEIGHT, VIDEO_WIDTH } from '#shared/rules/video-url.ts'
import { cleanStyle, STYLE } from './style.ts'

/**
 * The allow-list of HTML, shared by the server's sanitizer and DOMPurify in the renderer. It covers the
 * editor's output; anything else is dropped, including `id`, `name` and `class`.
 */

/** Rule of one attribute. */
interface AttributeRule {
  /** Values that may be stored and rendered, as a whole. */
  pattern: RegExp
  /** Rewrites the author's value before it is matched; null drops the attribute. */
  normalize?: (value: string) => string | null
}

const matching = (pattern: RegExp): AttributeRule => ({ pattern })

const text = matching(/^/)
const pixels = matching(/^[1-9]\d{0,3}$/)
const span = matching(/^(?:[1-9]|[1-9]\d)$/)
const colorName = matching(/^[a-z\d#(),.% ]{1,40}$/i)
const style = { pattern: STYLE, normalize: cleanStyle }
const link = { pattern: /^(?:https?:|mailto:|tel:|[/#])/i, normalize: normalizeLinkUrl }

/** Images over https, or inline in a raster format (never SVG, which can run scripts). */
const picture: AttributeRule = {
  pattern:
    /^(?:https:\/\/[^\s/@]+\/\S*|data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z\d+/]+={0,2})$/,
  normalize(value) {
    if (value.startsWith('data:')) return value
    if (!URL.canParse(value)) return null
    const url = new URL(value)
    return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
  },
}

const videoOf = (kind: 'embed' | 'file') => (value: string) => {
  const video = parseVideoUrl(value)
  return video?.kind === kind ? video.src : null
}
const player: AttributeRule = {
  pattern: new RegExp(`^(?:${EMBED_ORIGINS.join('|').replaceAll('.', '\\.')})/[\\w/-]+$`),
  normalize: videoOf('embed'),
}
const videoFile: AttributeRule = {
  pattern: /^https:\/\/[^\s/@]+\/\S*$/,
  normalize: videoOf('file'),
}

/** Attributes that the editor needs besides `style` to restore the formatting. */
const BLOCK: Readonly<Record<string, AttributeRule>> = {
  style,
  'data-text-alignment': matching(/^(?:left|center|right|justify)$/),
  'data-text-color': colorName,
  'data-background-color': colorName,
}
const CELL = { ...BLOCK, colspan: span, rowspan: span }
const NONE = {}

/** Allowed elements with their allowed attributes. */
export const ELEMENTS: Readonly<Record<string, Readonly<Record<string, AttributeRule>>>> = {
  p: BLOCK,
  div: BLOCK,
  h1: BLOCK,
  h2: BLOCK,
  h3: BLOCK,
  h4: BLOCK,
  h5: BLOCK,
  h6: BLOCK,
  blockquote: BLOCK,
  ul: BLOCK,
  ol: { ...BLOCK, start: matching(/^\d{1,5}$/) },
  li: BLOCK,
  pre: { 'data-language': matching(/^[\w+#-]{1,20}$/) },
  code: NONE,
  br: NONE,
  hr: NONE,
  b: NONE,
  strong: NONE,
  i: NONE,
  em: NONE,
  u: NONE,
  s: NONE,
  strike: NONE,
  del: NONE,
  sup: NONE,
  sub: NONE,
  span: {
    style,
    'data-style-type': matching(/^[a-z]{1,20}$/i),
    'data-value': colorName,
  },
  a: { href: link },
  figure: NONE,
  figcaption: NONE,
  img: { src: picture, alt: text, width: pixels, height: pixels },
  video: { src: videoFile, width: pixels, height: pixels },
  iframe: { src: player, width: pixels, height: pixels },
  table: BLOCK,
  caption: BLOCK,
  colgroup: NONE,
  col: NONE,
  thead: NONE,
  tbody: NONE,
  tfoot: NONE,
  tr: BLOCK,
  td: CELL,
  th: CELL,
}

/** Attributes that are always set, replacing the author's. */
export const FORCED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  a: { target: '_blank', rel: 'noopener noreferrer nofollow ugc' },
  img: { loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer' },
  video: { controls: '', preload: 'metadata' },
  iframe: {
    // Players need scripts and their own origin, which is never ours.
    sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups',
    loading: 'lazy',
    // YouTube refuses to play without a Referer.
    referrerpolicy: 'strict-origin-when-cross-origin',
    allow: 'fullscreen; picture-in-picture; encrypted-media',
    allowfullscreen: '',
  },
}

/** Attributes that are set when absent or rejected. */
export const DEFAULTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  iframe: { width: String(VIDEO_WIDTH), height: String(VIDEO_HEIGHT) },
}

/** Elements that are removed without a valid value of this attribute. */
export const REQUIRED: Readonly<Record<string, string>> = {
  img: 'src',
  video: 'src',
  iframe: 'src',
}

/** The value to store for an attribute of an element; null drops the attribute. */
export function allowedValue(tag: string, attribute: string, value: string): string | null {
  const rules = Object.hasOwn(ELEMENTS, tag) ? ELEMENTS[tag] : undefined
  const rule = rules && Object.hasOwn(rules, attribute) ? rules[attribute] : undefined
  if (!rule) return null
  const normal = rule.normalize ? rule.normalize(value) : value
  return normal !== null && rule.pattern.test(normal) ? normal : null
}

const ATTRIBUTES = [...new Set(Object.values(ELEMENTS).flatMap((rules) => Object.keys(rules)))]

/** DOMPurify configuration; its own checks apply in addition to the rules above. */
export const CONFIG: Config = {
  ALLOWED_TAGS: ['#text', ...Object.keys(ELEMENTS)],
  ALLOWED_ATTR: ATTRIBUTES,
  ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|[/#])/i,
  // ALLOWED_URI_REGEXP applies to every attribute that is not listed here.
  ADD_URI_SAFE_ATTR: ATTRIBUTES.filter((name) => name !== 'href' && name !== 'src'),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}
