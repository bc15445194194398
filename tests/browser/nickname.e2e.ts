import { expect, test } from 'playwright/test'
import { fullIf } from './support/matrix.ts'
import { cell, edit, field, header, isFocused, openProfile, PHONE } from './support/profile-page.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload } from './support/until-ready.ts'

const site = setUpSite()

test.describe('the nickname', () => {
  test('can be changed by keyboard and updates everywhere', async () => {
    const { page } = await openProfile(site, 'Before')
    await edit(page).focus()
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveValue('Before')
    // The field's text is selected, so typing replaces it.
    await page.keyboard.type('  After   all ')
    await page.keyboard.press('Enter')
    await page.getByText('Nickname updated successfully').waitFor()
    await header(page, 'After all').waitFor()
    await expect.poll(() => cell(page, 'Nickname')).toMatch(/^After all/)
    await isFocused(page, 'Edit nickname')
    await reload(page)
    await header(page, 'After all').waitFor()
    await expect.poll(() => cell(page, 'Nickname')).toMatch(/^After all/)
  })

  test('can be changed by Save, which shows progress', async () => {
    const { page } = await openProfile(site, 'Clicker')
    await edit(page).click()
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect(save).toBeDisabled()
    await expect(field(page)).toHaveAttribute('maxlength', '20')
    await field(page).fill('   ')
    await expect(save).toBeDisabled()
    await field(page).fill(' Clicker ')
    await expect(save).toBeDisabled()
    await field(page).fill('Clicked')
    const held = Promise.withResolvers<void>()
    await page.route('**/update-nickname', async (route) => {
      await held.promise
      await route.continue()
    })
    await save.click()
    await expect(page.getByRole('button', { name: 'Saving' })).toBeDisabled()
    await page.keyboard.press('Escape')
    held.resolve()
    await header(page, 'Clicked').waitFor()
  })

  test('stays unchanged after Escape or Cancel', async () => {
    const { page } = await openProfile(site, 'Keeper')
    const leave = [
      () => field(page).press('Escape'),
      () => page.getByRole('button', { name: 'Cancel' }).click(),
    ]
    for (const way of leave) {
      await edit(page).click()
      await field(page).fill('Changed')
      await way()
      await page.getByText('Nickname unchanged').waitFor()
      await isFocused(page, 'Edit nickname')
      await expect.poll(() => cell(page, 'Nickname')).toMatch(/^Keeper/)
      await page.getByText('Nickname unchanged').waitFor({ state: 'hidden' })
    }
    await edit(page).click()
    await expect(field(page)).toHaveValue('Keeper')
  })

  for (const [locale, [same = '', empty = '', long = '']] of [
    ['en-US', ['Same nickname as before', 'Nickname cannot be empty', 'Nickname too long']],
    ['ko-KR', ['이전과 같은 닉네임입니다', '닉네임을 입력해 주세요', '닉네임이 너무 깁니다']],
  ] as const) {
    test(`is validated on Enter in ${locale}`, fullIf(locale === 'ko-KR'), async () => {
      const { page } = await openProfile(site, 'Judged', { locale, viewport: PHONE })
      await page.getByRole('table').getByRole('button').click()
      const input = page.getByRole('table').getByRole('textbox')
      const problem = page.getByRole('table').getByRole('alert')
      await input.press('Enter')
      await problem.getByText(same).waitFor()
      await expect(input).toHaveAttribute('aria-invalid', 'true')
      await input.fill('')
      await expect(problem).toHaveCount(0)
      await input.press('Enter')
      await problem.getByText(empty).waitFor()
      await input.evaluate((element) => element.removeAttribute('maxlength'))
      await input.fill('x'.repeat(21))
      await input.press('Enter')
      await problem.getByText(long).waitFor()
      await expect(input).toHaveValue('x'.repeat(21))
    })
  }

  test('stays in the field with the reason when rejected', async () => {
    const { page, pageErrors } = await openProfile(site, 'Refused')
    await edit(page).click()
    await field(page).fill('Wanted')
    const json = { success: false, code: 'RATE_LIMITED', message: 'Too many requests.' }
    await page.route('**/update-nickname', (route) => route.fulfill({ status: 429, json }))
    await field(page).press('Enter')
    const text = 'Failed to update nickname: Too many requests. Try again later.'
    await page.getByRole('alert').getByText(text).waitFor()
    await expect(field(page)).toHaveValue('Wanted')
    await page.unroute('**/update-nickname')
    await page.route('**/update-nickname', (route) => route.abort())
    await field(page).press('Enter')
    await page.getByRole('alert').getByText('Error updating nickname').waitFor()
    await expect(field(page)).toHaveValue('Wanted')
    await page.unroute('**/update-nickname')
    await field(page).press('Enter')
    await header(page, 'Wanted').waitFor()
    pageErrors.splice(0)
  })

  test('is not saved by the Enter that ends a Hangul syllable', async () => {
    const { page } = await openProfile(site, 'Hangul')
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/update-nickname')) sent += 1
    })
    await edit(page).click()
    await field(page).fill('')
    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', {
      text: '한',
      selectionStart: 1,
      selectionEnd: 1,
    })
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
    await keyboard.send('Input.insertText', { text: '한' })
    await expect(field(page)).toHaveValue('한')
    expect(sent).toBe(0)
    await field(page).press('Enter')
    await header(page, '한').waitFor()
    expect(sent).toBe(1)
  })
})
