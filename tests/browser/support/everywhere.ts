import type { Page } from 'playwright'
import { type Violation, violationsOn } from './axe.ts'

/** Widths in CSS pixels: a wide window and a telephone. */
const WIDTHS = [1440, 375]
const THEMES = ['light', 'dark'] as const

/** Where a violation was met. */
export interface Finding extends Violation {
  screen: string
  look: string
}

/** Waits until a screen shows what it has to show: a heading or a dialog, and nothing on its way. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isWaiting = document.querySelector('main [role=status]:has(> [aria-hidden=true])')
    return document.querySelector('h1, dialog[open]') !== null && isWaiting === null
  })
}

/** Holds the screen that is shown against axe in both widths and both themes. */
export async function lookEverywhere(page: Page, screen: string): Promise<Finding[]> {
  const found: Finding[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      const asked = colorScheme === 'light' ? 'everything' : 'colours'
      const look = `${width} ${colorScheme}`
      for (const one of await violationsOn(page, asked)) found.push({ ...one, screen, look })
    }
  }
  return found
}

/** The findings as a table: how often each rule is broken on each screen, and each element once. */
export function report(found: readonly Finding[]): string {
  const counts = new Map<string, number>()
  const elements = new Set<string>()
  for (const { screen, look, rule, where, why } of found) {
    const line = `${screen.padEnd(44)} ${look.padEnd(11)} ${rule}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
    elements.add(`${rule}: ${where}\n    ${why}`)
  }
  const rows = [...counts].map(([line, count]) => `${String(count).padStart(4)}  ${line}`)
  return [...rows, ...elements].join('\n')
}
