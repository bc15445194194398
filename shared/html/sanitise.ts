import createDOMPurify, { type WindowLike } from 'dompurify'
import { plainParagraphs, storable } from './plain.ts'
import { CONFIG, DEFAULTS, ELEMENTS, FORCED, REQUIRED } from './policy.ts'

export type Sanitise = (html: string) => string

/** How often a result is cleaned again before it is given up; two rounds are the rule. */
const MAX_ROUNDS = 6

/** Empties what cannot survive a second parse: a frame's fallback text, a newline that opens a `<pre>`. */
function settleElement(element: Element, tag: string): void {
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
  settleElement(element, tag)
}

/**
 * Makes the sanitiser on a window, the browser's own or jsdom's, so both sides run the same code. The
 * result holds only what the policy names, and is a fixed point: sanitising it again changes nothing,
 * which also means that it parses to what was checked. Content that does not settle is reduced to its
 * text. Throws when the window cannot run DOMPurify: content is never passed through unchecked.
 */
export function makeSanitiser(window: WindowLike): Sanitise {
  const purifier = createDOMPurify(window)
  if (!purifier.isSupported) throw new Error('this window cannot run the sanitiser')
  purifier.setConfig(CONFIG)
  purifier.addHook('uponSanitizeAttribute', (element, event) => {
    const rules = ELEMENTS[element.localName]
    const rule = rules && Object.hasOwn(rules, event.attrName) ? rules[event.attrName] : undefined
    const value = rule?.(event.attrValue) ?? null
    if (value === null) event.keepAttr = false
    else event.attrValue = value
  })
  purifier.addHook('afterSanitizeAttributes', (element) => finishElement(element))

  return (html) => {
    let dirty = storable(html)
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const clean = storable(purifier.sanitize(dirty)).trim()
      if (clean === dirty) return clean
      dirty = clean
    }
    return plainParagraphs(dirty)
  }
}
