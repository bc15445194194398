import { expect, test } from 'playwright/test'
import { ADMIN, editorOf, pathOf, row, rows, WITH_ADMIN, writeAndSave } from './support/boards.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { visit } from './support/until-ready.ts'

let notice = 0
const site = setUpSite(WITH_ADMIN)
test.beforeAll(async () => {
  notice = await (await site.apiUser(ADMIN)).post('notices', '<p>First notice</p>')
})

test.describe('an admin', () => {
  test('publishes an important notice and makes it an ordinary one', async () => {
    const { page } = await site.open({ user: ADMIN, path: '/boards/notices' })
    await page.getByRole('link', { name: 'Write', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Notices' }).waitFor()
    const priority = page.getByLabel('Priority')
    await expect(priority).toHaveValue('99')
    await priority.fill('x')
    await page.getByText('The priority is a whole number from 0 to 99.').waitFor()
    await writeAndSave(page, 'Maintenance tonight')
    await page
      .getByRole('alert')
      .getByText('The priority is a whole number from 0 to 99.')
      .waitFor()
    await priority.fill('5')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => textOf(row(page, 'Maintenance tonight')))
      .toMatch(/Important My post Maintenance/)

    await row(page, 'Maintenance tonight').getByRole('link').first().click()
    const post = page.getByRole('article', { name: 'Maintenance tonight' })
    await post.getByText('Important', { exact: true }).waitFor()
    await post.getByLabel('Priority').fill('99')
    await post.getByRole('button', { name: 'Set priority' }).click()
    await page.getByText('Priority saved.').waitFor()
    await post.getByText('Important', { exact: true }).waitFor({ state: 'hidden' })
    await expect.poll(() => textOf(post)).not.toContain('Edited')
  })

  test('changes the priority without changing the text', async () => {
    const path = `/boards/notices/edit/${notice}`
    const { page } = await site.open({ user: ADMIN, path })
    await page.getByLabel('Priority').fill('0')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByText('Edit completed.').waitFor()
    await rows(page)
      .first()
      .filter({ hasText: /Important\s*My post\s*First notice/ })
      .waitFor()
  })
})

test.describe('a member who is no admin', () => {
  for (const [locale, text] of [
    ['en-US', "You don't have permission to write notices."],
    ['ko-KR', '공지를 쓸 권한이 없습니다.'],
  ] as const) {
    test(
      `sees that notices are for admins and returns to the list in ${locale}`,
      fullIf(locale === 'ko-KR'),
      async () => {
        const { page } = await site.open({ user: 'Member', path: '/boards/notices/write', locale })
        await page.getByRole('alert').getByText(text).waitFor()
        await row(page, 'First notice').waitFor()
        await expect.poll(() => pathOf(page)).toBe('/boards/notices')
        await expect(editorOf(page)).toHaveCount(0)
        await visit(page, `${site.url}/boards/notices/edit/${notice}`)
        await page.getByRole('alert').getByText(text).waitFor()
        await row(page, 'First notice').click()
        await page.getByRole('article', { name: 'First notice' }).waitFor()
        await expect(page.getByLabel(/Priority|우선순위/)).toHaveCount(0)
      },
    )
  }
})
