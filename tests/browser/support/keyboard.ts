import type { Locator, Page } from 'playwright'

/** More stops than any screen has on the way to anything. */
const MOST_STOPS = 90

/** What has the focus and shows nothing for it, in words; null when the focus can be seen. */
function unseenFocus(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const isDrawn = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration) =>
    (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  // A link that a whole row belongs to draws it on the box that covers the row.
  const shows = (element: Element) =>
    [null, '::before', '::after'].some((part) => isDrawn(getComputedStyle(element, part)))
  // A radio that is drawn by its label, or a row by its link, shows the focus around itself.
  for (let place: Element | null = focused, up = 0; place && up < 3; up++) {
    if (shows(place)) return null
    place = place.parentElement
  }
  // Writing shows a caret.
  if (focused instanceof HTMLElement && focused.isContentEditable) return null
  return `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.trim()}`
}

/**
 * Presses Tab until the focus is on `target`; every stop on the way must show that it has it. Where
 * the screen itself puts the focus at first, on its heading, there is nothing to operate or to show.
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

/** Goes to `target` by Tab and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
