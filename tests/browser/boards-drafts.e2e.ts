import { expect, test } from 'playwright/test'
import { editorOf, pathOf, row, writeAndSave } from './support/boards.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload } from './support/until-ready.ts'

const WRITE = '/boards/suggestions/write'

const site = setUpSite()

test.describe('the draft of a new post', () => {
  test('survives a failed save and a reload until the post is saved', async () => {
    const { page, pageErrors } = await site.open({ user: 'Mina', path: WRITE })
    const route = '**/api/v1/posts/suggestions'
    await page.route(route, (call) => call.fulfill({ status: 502 }))
    await writeAndSave(page, 'Not lost')
    await page.getByRole('alert').getByText('Save failed', { exact: true }).waitFor()
    await editorOf(page).filter({ hasText: 'Not lost' }).waitFor()
    await expect.poll(() => pageErrors).toHaveLength(1)
    pageErrors.splice(0)
    await page.unroute(route)

    await reload(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Restore it?').waitFor()
    await expect(editorOf(page)).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await editorOf(page).filter({ hasText: 'Not lost' }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await row(page, 'Not lost').waitFor()
    await page.getByRole('link', { name: 'Write', exact: true }).click()
    await editorOf(page).filter({ hasNotText: 'Not lost' }).waitFor()
    await expect(dialog).toHaveCount(0)
  })

  test('is deleted by Cancel', async () => {
    const { page } = await site.open({ user: 'Jun', path: WRITE })
    await editorOf(page).click()
    await page.keyboard.type('Never mind')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(`${site.url}/boards/suggestions`)
    await page.getByRole('link', { name: 'Write', exact: true }).click()
    await editorOf(page).filter({ hasNotText: 'Never mind' }).waitFor()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('stays with its text when the session ends, for its owner only', async () => {
    const { page, pageErrors } = await site.open({ user: 'Sora', path: WRITE })
    await editorOf(page).waitFor()
    await page.evaluate(() => {
      localStorage.accessToken = `${localStorage.accessToken}x`
      localStorage.refreshToken = 'not-a-token'
    })
    await writeAndSave(page, 'Written too late')
    await page.getByText('Session has expired [Old refreshToken]').waitFor()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Login is required. Would you like to login?').waitFor()
    await editorOf(page).filter({ hasText: 'Written too late' }).waitFor()
    await dialog.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('button', { name: 'Try it here' }).click()
    await page.locator('#name').fill('Sora')
    await page.locator('button[value=sign-in]').click()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await editorOf(page).filter({ hasText: 'Written too late' }).waitFor()
    await expect.poll(() => pathOf(page)).toBe(WRITE)
    pageErrors.splice(0)
  })
})

test.describe('an edit that is not saved', () => {
  test('asks for confirmation before leaving, but not after saving', async () => {
    const { page } = await site.open({ user: 'Hana', path: WRITE })
    await writeAndSave(page, 'Before')
    const edit = row(page, 'Before').getByRole('link', { name: 'Edit “Before”' })
    await edit.click()
    await editorOf(page).filter({ hasText: 'Before' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await edit.click()
    await editorOf(page).filter({ hasText: 'Before' }).click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('After')
    await page.getByRole('button', { name: 'Cancel' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Leave without saving?').waitFor()
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await row(page, 'After').waitFor()
    await expect(dialog).toHaveCount(0)
  })
})
