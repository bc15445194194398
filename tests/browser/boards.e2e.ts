import { expect, test } from 'playwright/test'
import { ADMIN, pathOf, row, rows, WITH_ADMIN } from './support/boards.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { visit } from './support/until-ready.ts'

const NARROW = { width: 375, height: 812 }

/** Another person's post on each board. */
const posts = { frees: 0, notices: 0, suggestions: 0 }

const site = setUpSite(WITH_ADMIN)
test.beforeAll(async () => {
  const [boss, mina] = [await site.apiUser(ADMIN), await site.apiUser('Mina')]
  posts.frees = await mina.post('frees', '<h2>High tide</h2><p>and <b>more</b></p>')
  posts.suggestions = await mina.post('suggestions', '<p>More colours</p>')
  await boss.post('notices', '<p>Ordinary news</p>')
  posts.notices = await boss.post('notices', '<p>Board rules</p>', 7)
  await boss.post('notices', '<p>Newest news</p>')
})

test.describe('the boards for a guest', () => {
  test('has three tabs, the free board first', async () => {
    const { page } = await site.open({ path: '/boards' })
    await row(page, 'High tide').waitFor()
    await expect.poll(() => pathOf(page)).toBe('/boards/frees')
    await expect(page).toHaveTitle('General · Tidemark')
    await page.getByRole('heading', { level: 1, name: 'Boards' }).waitFor()
    const tabs = page.getByRole('navigation', { name: 'Boards' })
    const current = tabs.locator('[aria-current=page]')
    await expect
      .poll(() => tabs.getByRole('link').allInnerTexts())
      .toEqual(['General', 'Notices', 'Suggestions'])
    await expect.poll(() => textOf(current)).toBe('General')
    await tabs.getByRole('link', { name: 'Suggestions' }).click()
    await row(page, 'More colours').waitFor()
    await expect.poll(() => pathOf(page)).toBe('/boards/suggestions')
    await expect.poll(() => textOf(current)).toBe('Suggestions')
    await page.getByRole('link', { name: 'Write', exact: true }).waitFor()
  })

  test('shows author, title, time, views and reactions of each post', async () => {
    const { page } = await site.open({ path: '/boards/frees' })
    const text = () => textOf(row(page, 'High tide'))
    await expect
      .poll(text)
      .toMatch(
        /^\[\d+\] High tide Mina #[0-9A-Z]{6} \w{3}, \w{3} \d+, \d{4}, \d\d:\d\d \(UTC\+9\) Views \d+ Likes \d+$/,
      )
  })

  test('marks important notices, lists them first, and offers writing to admins only', async () => {
    const { page } = await site.open({ path: '/boards/notices' })
    await rows(page).nth(2).waitFor()
    const texts = await rows(page).allInnerTexts()
    expect(texts.map((text) => text.includes('Important'))).toEqual([true, false, false])
    expect(texts[0]).toContain('Board rules')
    expect(texts[1]).toContain('Newest news')
    await expect(page.getByRole('link', { name: 'Write', exact: true })).toHaveCount(0)
  })

  for (const board of ['notices', 'suggestions'] as const) {
    test(`${board} can be read by a guest`, async () => {
      const { page } = await site.open({ path: `/boards/${board}` })
      const title = board === 'notices' ? 'Board rules' : 'More colours'
      await row(page, title).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await expect.poll(() => pathOf(page)).toBe(`/boards/${board}/view/${posts[board]}`)
      await expect(page).toHaveTitle(`${title} · Tidemark`)
      const current = rows(page).locator('[aria-current=true]')
      await expect.poll(() => current.allInnerTexts()).toEqual([title])
      // The post shows the fields of the row, except the likes, which are at the reactions.
      const post = page.getByRole('article', { name: title })
      await expect
        .poll(() => textOf(post))
        .toMatch(/(Mina|boss) #[0-9A-Z]{6} .* \(UTC\+9\) Views \d+/)
      await post.getByRole('link', { name: 'Close' }).click()
      await post.waitFor({ state: 'hidden' })
      await expect.poll(() => pathOf(page)).toBe(`/boards/${board}`)
    })
  }

  test('asks for a login on a reaction and sends nothing', async () => {
    const { page } = await site.open({ path: `/boards/suggestions/view/${posts.suggestions}` })
    // It is aria-disabled and explains why when pressed.
    await page.getByRole('button', { name: /^Like/ }).press('Enter')
    await page.getByRole('alert').getByText('Login is required.', { exact: true }).waitFor()
    await expect.poll(() => textOf(page.getByRole('button', { name: /^Like/ }))).toBe('Like 0')
  })
})

test.describe('the free board', () => {
  test('asks a guest to log in, and returns to the list when declined', async () => {
    const { page } = await site.open({ path: '/boards/frees' })
    await row(page, 'High tide').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Login is required. Would you like to login?').waitFor()
    await expect(page.getByText('and more')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await page.waitForURL(`${site.url}/boards/frees`)
    await row(page, 'High tide').waitFor()
  })

  test('returns a guest to the post after the login', async () => {
    const path = `/boards/frees/view/${posts.frees}`
    const { page } = await site.open({ path, locale: 'ko-KR', viewport: NARROW })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('로그인이 필요합니다. 로그인하시겠습니까?').waitFor()
    await dialog.getByRole('button', { name: '로그인' }).click()
    await page.getByRole('button', { name: '체험용 로그인' }).click()
    await page.locator('#name').fill('Jun')
    await page.locator('button[value=sign-in]').click()
    await page.getByText('and more').waitFor()
    await expect.poll(() => pathOf(page)).toBe(path)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('shows no login prompt after logging out', async () => {
    const path = `/boards/frees/view/${posts.frees}`
    const { page } = await site.open({ user: 'Hana', path })
    await page.getByText('and more').waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByText('closes in').waitFor()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('an unknown address', () => {
  for (const [index, path] of [
    '/boards/no-such-board/view/1',
    '/boards/no-such-board',
    '/boards/no-such-board/write',
    '/boards/frees/view/first',
    '/boards/frees/view/0',
    '/boards/frees/edit/-1',
  ].entries()) {
    test(`${path} redirects home`, fullIf(index > 0), async () => {
      const { page, pageErrors } = await site.open({ path })
      await page.getByText('closes in').waitFor()
      await expect.poll(() => pathOf(page)).toBe('/')
      expect(pageErrors.splice(0)).toEqual([expect.stringContaining('404')])
    })
  }

  test('shows a message and the list for a missing post', async () => {
    const { page, pageErrors } = await site.open({ path: '/boards/notices' })
    await rows(page).first().waitFor()
    await visit(page, `${site.url}/boards/notices/view/2147483647`)
    await page.getByRole('alert').getByText('Failed to load post.').waitFor()
    await rows(page).first().waitFor()
    await expect.poll(() => pathOf(page)).toBe('/boards/notices')
    // Of the page and of its request.
    const is404 = expect.stringContaining('404')
    await expect.poll(() => pageErrors).toEqual([is404, is404])
    pageErrors.splice(0)
  })
})
