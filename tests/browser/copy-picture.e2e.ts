import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'

const site = setUpSite({ seeded: true })

/** Type and size of the picture on the clipboard. */
const copied = (page: Page) =>
  page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const blob = await item?.getType('image/png')
    if (!blob) return null
    const { width, height } = await createImageBitmap(blob)
    return [width, height]
  })

for (const [locale, words] of [
  ['en-US', { copy: 'Copy as picture', copied: 'Picture copied.' }],
  ['ko-KR', { copy: '그림으로 복사', copied: '그림을 복사했습니다.' }],
] as const) {
  test(
    `a round and an own call are copied as pictures (${locale})`,
    fullIf(locale === 'ko-KR'),
    async () => {
      const person = await site.apiUser(`Painter ${locale}`)
      await person.vote('up')
      const { page } = await site.open({ user: `Painter ${locale}`, locale, path: '/rounds' })
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page
        .getByRole('main')
        .getByRole('link', { name: /2026|월/ })
        .first()
        .click()
      for (const path of [null, '/']) {
        if (path !== null) await page.goto(`${site.url}${path}`)
        await page.getByRole('button', { name: words.copy }).first().click()
        await page.getByText(words.copied, { exact: true }).waitFor()
        await expect.poll(() => copied(page)).toEqual([1200, 630])
      }
    },
  )
}

test('a picture that cannot be made says so, and can be asked for again', async () => {
  const person = await site.apiUser('Refused')
  await person.vote('down')
  const { page, pageErrors } = await site.open({ user: 'Refused' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.route('**/cards/**', (route) => route.fulfill({ status: 503 }))
  const button = page.getByRole('button', { name: 'Copy as picture' })
  await button.click()
  await page.getByText('The picture could not be copied.').waitFor()
  await page.unroute('**/cards/**')
  await button.click()
  await page.getByText('Picture copied.').waitFor()
  pageErrors.splice(0)
})
