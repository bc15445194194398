import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright'
import { untilReady } from './until-ready.ts'

/** The minified build: every page compiles it anew. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Rules whose result depends on the theme's colors; all others hold for every theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** WCAG 2.0 to 2.2, levels A and AA, and axe's best practices. */
const TAGS = [
  ...['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'],
  'best-practice',
]

/** An element that breaks a rule. */
export interface Violation {
  rule: string
  selector: string
  /** Description on one line. */
  reason: string
}

/** A violation with the screen and the view in which it was found. */
export interface Finding extends Violation {
  screen: string
  view: string
}

/** Width in CSS pixels, and theme. */
export interface View {
  width: number
  colorScheme: 'light' | 'dark'
}

/** A desktop window and a phone, in both themes. */
export const VIEWS: readonly View[] = [
  { width: 1440, colorScheme: 'light' },
  { width: 375, colorScheme: 'dark' },
  { width: 375, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
]

/** Runs axe on the page. Its script is evaluated by CDP, so the page's CSP stays untouched. */
export async function violationsOn(
  page: Page,
  rules: 'all' | 'colors' = 'all',
): Promise<Violation[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(SOURCE)
  const selection = rules === 'all' ? { tags: TAGS } : { rules: COLOR_RULES }
  return page.evaluate(async (selected) => {
    const engine: typeof axe = Reflect.get(window, 'axe')
    const runOnly =
      'tags' in selected
        ? { type: 'tag' as const, values: selected.tags ?? [] }
        : { type: 'rule' as const, values: selected.rules ?? [] }
    const { violations } = await engine.run(document, { runOnly, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => ({
        rule: id,
        selector: target.flat().join(' '),
        reason: failureSummary.split('\n').slice(1).join(' ').trim(),
      })),
    )
  }, selection)
}

/** Waits until a screen has its heading or dialog and no loading indicator. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await untilReady(page)
  await page.waitForFunction(() => {
    const loading = document.querySelector('main [role=status]:has(> [aria-hidden=true])')
    return document.querySelector('h1, dialog[open]') !== null && loading === null
  })
}

/** Runs axe on the current screen in the given views; the first view of a width runs all rules. */
export async function findViolations(
  page: Page,
  screen: string,
  views: readonly View[] = VIEWS,
): Promise<Finding[]> {
  const found: Finding[] = []
  const widths = new Set<number>()
  for (const { width, colorScheme } of views) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const rules = widths.has(width) ? 'colors' : 'all'
    widths.add(width)
    const view = `${width} ${colorScheme}`
    for (const one of await violationsOn(page, rules)) found.push({ ...one, screen, view })
  }
  return found
}

/** The findings as text: the count of each rule on each screen, then each element once. */
export function report(found: readonly Finding[]): string {
  const counts = new Map<string, number>()
  const elements = new Set<string>()
  for (const { screen, view, rule, selector, reason } of found) {
    const line = `${screen.padEnd(44)} ${view.padEnd(11)} ${rule}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
    elements.add(`${rule}: ${selector}\n    ${reason}`)
  }
  const rows = [...counts].map(([line, count]) => `${String(count).padStart(4)}  ${line}`)
  return [...rows, ...elements].join('\n')
}
