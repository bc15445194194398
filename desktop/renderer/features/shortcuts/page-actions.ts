import type { ShortcutId } from './shortcut-table.ts'

/** Elements of the screens that a shortcut presses. */
const TARGETS = {
  search: '[data-shortcut="search"]',
  new: '[data-shortcut="new"], main a[href="/vote/write"]',
  like: '[data-shortcut="like"]',
  dislike: '[data-shortcut="dislike"]',
  reply: '[data-shortcut="reply"]',
  edit: '[data-shortcut="edit"]',
  view: '[data-shortcut="views"] button',
  direction: '[data-shortcut="directions"] input',
  submit: '[data-shortcut="submit"]',
} as const satisfies Partial<Record<ShortcutId, string>>

const isPressable = (id: ShortcutId): id is keyof typeof TARGETS => Object.hasOwn(TARGETS, id)

const ROW_STEPS = new Map<ShortcutId, 1 | -1>([
  ['nextRow', 1],
  ['previousRow', -1],
])
const PAGE_STEPS = new Map<ShortcutId, 1 | -1>([
  ['nextPage', 1],
  ['previousPage', -1],
])

const all = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((element) =>
    element.checkVisibility(),
  )

/** The form of an element, in one piece or several of the same name. */
const formOf = (element: Element) =>
  element.closest<HTMLElement>('[data-form]')?.dataset.form ?? null

/** Elements that a shortcut may press; those of a form by keys in a field only from the same form. */
function pressable(id: keyof typeof TARGETS, field: Element | null): HTMLElement[] {
  const targets = all(TARGETS[id])
  if (!field || (id !== 'submit' && id !== 'direction')) return targets
  const form = formOf(field)
  return targets.filter((target) => formOf(target) === form)
}

/** The links of the rows of the screen's lists and tables; links inside a text are none. */
function rowLinks(): HTMLElement[] {
  const marked = all('main .row-link')
  if (marked.length > 0) return marked
  const rows = all('main ol > li, main tbody > tr')
  const links = rows.flatMap((row) => row.querySelector('a') ?? [])
  return links.filter((link) => !link.closest('article'))
}

function focusRow(step: 1 | -1): boolean {
  const links = rowLinks()
  const focused = links.findIndex((link) => link.matches(':focus'))
  const current = links.findIndex((link) => link.ariaCurrent === 'true')
  const from = focused >= 0 ? focused : current
  const next = links[from < 0 ? 0 : Math.min(Math.max(from + step, 0), links.length - 1)]
  next?.focus()
  return next !== undefined
}

/** Follows the link of the page of the list beside the current one. */
function openPage(step: 1 | -1): boolean {
  const current = all('main nav [aria-current="page"]').find(({ textContent }) =>
    /^\d+$/.test(textContent),
  )
  const item = current?.closest('li')
  const beside = step === 1 ? item?.nextElementSibling : item?.previousElementSibling
  const link = beside?.querySelector('a')
  link?.click()
  return link != null
}

/** The edit link of the row that has the focus, else that of the screen. */
function editLink(): HTMLElement | undefined {
  const row = document.activeElement?.closest('li, tr')
  return all(TARGETS.edit).find((link) => row?.contains(link)) ?? all(`article ${TARGETS.edit}`)[0]
}

/**
 * Does what a shortcut does on the current screen; false where the screen has nothing for it. `field` is
 * the field or form with the focus.
 */
export function runOnPage(id: ShortcutId, index: number, field: Element | null): boolean {
  const row = ROW_STEPS.get(id)
  if (row) return focusRow(row)
  const page = PAGE_STEPS.get(id)
  if (page) return openPage(page)
  if (!isPressable(id)) return false
  const target = id === 'edit' ? editLink() : pressable(id, field)[index]
  // A link or button does what a click does, and knows whether it may.
  target?.click()
  return target !== undefined
}
