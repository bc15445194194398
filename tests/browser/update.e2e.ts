import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { goOffline, offlineNotice } from './support/go-offline.ts'
import { setUpSite } from './support/set-up-site.ts'

const site = setUpSite({ expectedErrors: /net::ERR_INTERNET_DISCONNECTED/ })

const NOTICE = 'A new version is available. Drafts are kept.'

/** The connection drops and returns, as at a deployment; resolves when the page has asked for the build. */
async function interrupt(page: Page): Promise<void> {
  await goOffline(page)
  await offlineNotice(page).waitFor()
  const asked = page.waitForResponse('**/index.html')
  await page.context().setOffline(false)
  await (await asked).finished()
  await offlineNotice(page).waitFor({ state: 'hidden' })
}

test('a new version is offered; the page reloads by a click only, and the draft is there', async () => {
  const id = await (await site.apiUser('Mina')).post('frees', '<p>First</p>')
  const { page } = await site.open({ user: 'Mina', path: `/boards/frees/edit/${id}` })
  const text = page.locator('main [contenteditable=true]')
  await text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' and more')
  await page.waitForFunction(() => localStorage.post_draft_edits?.includes('and more'))
  await expect.poll(() => page.evaluate(() => localStorage.installOffer)).toBe('visited')
  await interrupt(page)
  await expect(page.getByText(NOTICE)).toHaveCount(0)

  await page.route('**/index.html', async (route) => {
    const html = await (await fetch(`${site.url}/index.html`)).text()
    const body = html.replaceAll(/index-[\w-]+\.js/g, 'index-newest.js')
    await route.fulfill({ contentType: 'text/html', body })
  })
  await interrupt(page)
  await page.getByText(NOTICE).waitFor()
  await expect(text).toHaveText('First and more')

  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    dialog.accept()
  })
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await text.getByText('First and more').waitFor()
  expect(questions).toEqual([])
})
