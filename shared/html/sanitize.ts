import createDOMPurify, { type WindowLike } from 'dompurify'
import { plainParagraphs, storable } from './plain.ts'
import { allowedValue, CONFIG, DEFAULTS, FORCED, REQUIRED } from './policy.ts'

export type Sanitize = (html: string) => string

/** Passes until a fixed point; two are typical. */
const MAX_PASSES = 6

/** Removes content that a second parse would drop: fallback text of a frame, a leading newline in `<pre>`. */
function normalizeElement(element: Element, tag: string): void {
  if (tag === 'iframe') element.textContent = ''
  const first = element.firstChild
  if (tag === 'pre' && first?.nodeType === 3 && first.nodeValue?.startsWith('\n')) {
    first.nodeValue = first.nodeValue.replace(/^\n+/, '')
  }
}

function finishElement(element: Element): void {
  const tag = element.localName
  const required = REQUIRED[tag]
  if (required !== undefined && !element.getAttribute(required)) {
    element.remove()
    return
  }
  if (tag === 'a' && !element.hasAttribute('href')) return
  for (const [name, value] of Object.entries(DEFAULTS[tag] ?? {})) {
    if (!element.hasAttribute(name)) element.setAttribute(name, value)
  }
  for (const [name, value] of Object.entries(FORCED[tag] ?? {})) element.setAttribute(name, value)
  normalizeElement(element, tag)
}

/** `is` of a parsed element, which DOMPurify empties and every serialization restores. */
const EMPTY_IS = /(<[a-z][a-z\d]*(?: [a-z-]+="[^"]*")*) is=""/g

/**
 * Creates DOMPurify with the policy on the window of a browser, for content that is rendered. The result
 * satisfies the policy and is a fixed point: it parses to what was checked. Content without a fixed point
 * is reduced to its text. Throws when the window cannot run DOMPurify.
 */
export function createSanitizer(window: WindowLike): Sanitize {
  const purifier = createDOMPurify(window)
  if (!purifier.isSupported) throw new Error('this window cannot run the sanitizer')
  purifier.setConfig(CONFIG)
  purifier.addHook('uponSanitizeAttribute', (element, event) => {
    const value = allowedValue(element.localName, event.attrName, event.attrValue)
    if (value === null) event.keepAttr = false
    else event.attrValue = value
  })
  purifier.addHook('afterSanitizeAttributes', (element) => finishElement(element))

  return (html) => {
    let dirty = storable(html)
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const clean = storable(purifier.sanitize(dirty)).replace(EMPTY_IS, '$1').trim()
      if (clean === dirty) return clean
      dirty = clean
    }
    return plainParagraphs(dirty)
  }
}
