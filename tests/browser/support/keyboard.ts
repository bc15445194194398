import type { Locator, Page } from 'playwright'

/** More tab stops than any screen has. */
const MOST_STOPS = 90

/** Describes the focused element if it shows no focus indicator; else null. */
function unseenFocus(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const isDrawn = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration) =>
    (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  // A link that covers its row draws the indicator on a pseudo-element.
  const shows = (element: Element) =>
    [null, '::before', '::after'].some((part) => isDrawn(getComputedStyle(element, part)))
  // A radio or link may show it on an ancestor.
  for (let place: Element | null = focused, up = 0; place && up < 3; up++) {
    if (shows(place)) return null
    place = place.parentElement
  }
  // An editable area shows a caret.
  if (focused instanceof HTMLElement && focused.isContentEditable) return null
  return `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.trim()}`
}

/**
 * Presses Tab until `target` has the focus, and requires a visible focus indicator at every stop. The
 * heading that a screen focuses at first needs none.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    const unseen = await page.evaluate(unseenFocus)
    if (unseen !== null) throw new Error(`the focus cannot be seen on: ${unseen}`)
  }
  throw new Error('the keyboard does not get there')
}

/** Moves to `target` by Tab and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
