import fc from 'fast-check'
import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { hostileHtml } from '#shared/html/hostile.fixture.ts'
import { PAYLOADS } from '#shared/html/payloads.fixture.ts'
import { VALID } from '#shared/html/valid.fixture.ts'
import { markupOffences } from '#tests/support/markup-offences.ts'
import { bundlePage } from './support/page-bundle.ts'
import type { Purify } from './support/purify-page.ts'

declare const purify: Purify

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  await page.addScriptTag({ content: await bundlePage('purify-page.ts') })
})
test.afterAll(() => page.close())

const clean = (htmls: readonly string[]) => page.evaluate((all) => purify(all), htmls)

async function expectAllowed(htmls: readonly string[]): Promise<void> {
  const once = await clean(htmls)
  expect(once.filter((html) => markupOffences(html).length > 0)).toEqual([])
  expect(await clean(once)).toEqual(once)
}

test.describe('the sanitizer of rendered content', () => {
  test('leaves only allowed markup of every payload', async () => {
    await expectAllowed(
      PAYLOADS.flatMap((each) => [each, `<p>before ${each} after</p>`, each.repeat(2)]),
    )
  })

  test('is idempotent for tangled markup', () => expectAllowed(fc.sample(hostileHtml, 400)))

  test('leaves valid content unchanged', async () => {
    const valid = Object.values(VALID)
    expect(await clean(valid)).toEqual(valid)
  })
})
