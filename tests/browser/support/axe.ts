import axe from 'axe-core'
import type { Page } from 'playwright'

/** The rules whose verdict the colours of a theme may change; all others hold for every theme. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** What is asked of a page: WCAG 2.0 to 2.2, levels A and AA, and what axe calls best practice. */
const TAGS = [
  ...['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'],
  'best-practice',
]

/** One element that breaks a rule. */
export interface Violation {
  rule: string
  /** A selector of the element. */
  where: string
  /** What is wrong with it, on one line. */
  why: string
}

/**
 * Holds the page as it is against axe. The script comes in by the debugger's own door, which the
 * content security policy leaves alone, so the policy stays as it is for the page.
 */
export async function violationsOn(
  page: Page,
  only: 'everything' | 'colours' = 'everything',
): Promise<Violation[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(axe.source)
  const run = only === 'everything' ? { tags: TAGS } : { rules: OF_COLOUR }
  return page.evaluate(async (wish) => {
    const engine: typeof axe = Reflect.get(window, 'axe')
    const runOnly =
      'tags' in wish
        ? { type: 'tag' as const, values: wish.tags ?? [] }
        : { type: 'rule' as const, values: wish.rules ?? [] }
    const { violations } = await engine.run(document, { runOnly, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => ({
        rule: id,
        where: target.flat().join(' '),
        why: failureSummary.split('\n').slice(1).join(' ').trim(),
      })),
    )
  }, run)
}
