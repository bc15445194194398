import { expect, test } from 'playwright/test'
import { dataOf } from '#desktop/shared/api-failure.ts'
import { PostList } from '#shared/contract/posts.ts'
import { apiClient } from '#tests/support/api-client.ts'
import { editorOf, fillProvider, pathOf, row, tabTo, writeAndSave } from './support/boards.ts'
import { expireTokens } from './support/session.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { reload, visit } from './support/until-ready.ts'

const NARROW = { width: 375, height: 812 }

const site = setUpSite()

test.describe('a post', () => {
  test('can be written, listed, read, liked and edited', async () => {
    const { page } = await site.open({ user: 'Mina', path: '/boards/frees' })
    await page.getByText('No posts yet.').waitFor()
    await page.getByRole('link', { name: 'Write', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'General' }).waitFor()
    await expect(page.getByRole('navigation', { name: 'Boards' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Write', exact: true })).toHaveCount(0)
    await writeAndSave(page, 'The tide is rising')
    await page.getByRole('status').getByText('Post saved!').waitFor()

    await page.waitForURL(`${site.url}/boards/frees`)
    const own = row(page, 'The tide is rising')
    await expect
      .poll(() => textOf(own))
      .toMatch(/My post The tide is rising Mina #.* Likes 0 Edit$/)
    await own.getByRole('link', { name: 'The tide is rising', exact: true }).click()
    const post = page.getByRole('article', { name: 'The tide is rising' })
    for (const name of ['Like 0', 'Dislike 0']) {
      await post.getByRole('button', { name, exact: true, disabled: true }).waitFor()
    }

    const { page: other } = await site.open({ user: 'Jun', path: pathOf(page) })
    const read = other.getByRole('article', { name: 'The tide is rising' })
    await read.getByRole('button', { name: 'Like 0', exact: true }).click()
    await read.getByRole('button', { name: 'Like 1', exact: true, pressed: true }).waitFor()
    await row(other, 'The tide is rising').filter({ hasText: 'Likes 1' }).waitFor()
    await read.getByRole('button', { name: 'Dislike 0' }).click()
    await read.getByRole('button', { name: 'Dislike 1', pressed: true }).waitFor()
    await read.getByRole('button', { name: 'Like 0', exact: true, pressed: false }).waitFor()
    await read.getByRole('button', { name: 'Dislike 1' }).click()
    await read.getByRole('button', { name: 'Dislike 0', pressed: false }).waitFor()
    // Views are written every two seconds.
    const api = apiClient(site.url)
    const views = async () => (await api.get(PostList, '/posts/frees')).posts[0]?.views
    await expect.poll(views).toBe(1)

    await post.getByRole('link', { name: 'Edit' }).click()
    await page.getByText(/^Time left to edit (1h|59m)$/).waitFor()
    await editorOf(page).click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('The tide is falling')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('status').getByText('Edit completed.').waitFor()
    // The old text is not shown while the new one loads.
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/posts/frees/*', async (route) => {
      await held.promise
      await route.continue()
    })
    await row(page, 'The tide is falling').getByRole('link').first().click()
    await page.waitForURL('**/boards/frees/view/*')
    await page.getByRole('main').getByText('Loading').first().waitFor()
    await expect(page.getByRole('article')).toHaveCount(0)
    held.resolve()
    await expect
      .poll(() => textOf(page.getByRole('article')))
      .toMatch(/falling .* Edited \w{3}, .* Views 1/)
  })

  test('that was edited elsewhere is replaced or loaded as its author wishes', async () => {
    const { api, post } = await site.apiUser('Two screens')
    const id = await post('frees', '<p>Old words</p>')
    const stored = api.posts({ boardType: 'frees' })({ id })
    const { page, pageErrors } = await site.open({ user: 'Two screens', path: '/terms' })
    const editElsewhere = (content: string) => dataOf(stored.put({ content }))
    const text = async () => (await dataOf(stored.get())).content
    const open = async () => {
      await visit(page, `${site.url}/boards/frees/edit/${id}`)
      await editorOf(page).click()
      await page.keyboard.press('ControlOrMeta+A')
    }
    const save = page.getByRole('button', { name: 'Edit', exact: true })
    const dialog = page.getByRole('dialog')

    await open()
    await page.keyboard.type('My words')
    await editElsewhere('<p>New words</p>')
    await save.click()
    await dialog.getByText(/changed elsewhere after you opened it here\. Replace it/).waitFor()
    await dialog.getByRole('button', { name: 'Not yet' }).click()
    expect(await text()).toBe('<p>New words</p>')
    // A draft of the outdated text is one after a reload too.
    await reload(page)
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await expect(editorOf(page)).toHaveText('My words')
    await save.click()
    await dialog.getByRole('button', { name: 'Replace it' }).click()
    await page.getByRole('status').getByText('Edit completed.').waitFor()
    expect(await text()).toBe('<p>My words</p>')

    await open()
    await page.keyboard.type('Again mine')
    await editElsewhere('<p>Newest words</p>')
    await save.click()
    await dialog.getByRole('button', { name: 'Not yet' }).click()
    await page.getByRole('button', { name: 'Load it instead of mine' }).click()
    await expect(editorOf(page)).toHaveText('Newest words')
    await expect(page.getByText('changed elsewhere')).toHaveCount(0)
    // The refusals.
    await expect.poll(() => pageErrors).toHaveLength(3)
    pageErrors.splice(0)
  })

  test('works in Korean on a narrow screen', { tag: '@full' }, async () => {
    const options = { path: '/boards/suggestions', locale: 'ko-KR', viewport: NARROW }
    const { page } = await site.open({ user: '수아', ...options })
    await page.getByText('아직 글이 없습니다.').waitFor()
    await page.getByRole('link', { name: '글쓰기' }).click()
    await page.getByRole('heading', { level: 1, name: '건의 게시판' }).waitFor()
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(widths).toEqual([375, 375])
    await page.getByRole('button', { name: '저장', exact: true }).click()
    await page.getByRole('alert').getByText('내용을 입력해 주세요.').waitFor()
    await writeAndSave(page, '색을 바꿔 주세요', 'ko-KR')
    await page.getByText('글을 저장했습니다!').waitFor()
    await row(page, '색을 바꿔 주세요').getByRole('link', { name: /수정/ }).click()
    await page.getByText(/^수정할 수 있는 시간 (60|59)분$/).waitFor()
    await page.getByRole('button', { name: '수정', exact: true }).click()
    await page.getByText('수정했습니다.').waitFor()
    await expect.poll(() => textOf(row(page, '색을 바꿔 주세요'))).toContain('내 글')
  })

  test('works by keyboard alone', async () => {
    const { page } = await site.open({ user: 'Keys', path: '/boards/suggestions' })
    await tabTo(page, page.getByRole('link', { name: 'Write', exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, editorOf(page))
    await page.keyboard.type('Written without a mouse')
    await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, row(page, 'Written without a mouse').getByRole('link').first())
    await page.keyboard.press('Enter')
    const post = page.getByRole('article', { name: 'Written without a mouse' })
    await tabTo(page, post.getByRole('link', { name: 'Close' }))
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}/boards/suggestions`)
  })
})

test.describe('the editor', () => {
  test('asks a guest to log in, and returns to the boards when declined', async () => {
    const { page } = await site.open({ path: '/boards/suggestions' })
    await page.getByRole('link', { name: 'Write', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Login is required. Would you like to login?').waitFor()
    await expect(editorOf(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.waitForURL(`${site.url}/boards/frees`)
  })

  test('opens after a guest has logged in', async () => {
    const { page } = await site.open({ path: '/boards/suggestions/write' })
    await page.getByRole('dialog').getByRole('button', { name: 'Login' }).click()
    await page.getByRole('button', { name: 'Try it here' }).click()
    await fillProvider(page, 'Dan')
    await editorOf(page).waitFor()
    await expect.poll(() => pathOf(page)).toBe('/boards/suggestions/write')
  })

  test('shows that the session is being checked instead of the login prompt', async () => {
    const { page } = await site.open({ user: 'Eve', path: '/terms' })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/auth/refresh-token', async (route) => {
      await held
      await route.continue()
    })
    await expireTokens(page)
    await visit(page, `${site.url}/boards/frees/write`)
    await page.getByText('Checking your login').waitFor()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    release()
    await editorOf(page).waitFor()
    await page.getByText('Checking your login').waitFor({ state: 'hidden' })
  })

  test('rejects an empty text, and Cancel returns to the list', async () => {
    const { page } = await site.open({ user: 'Finn', path: '/boards/suggestions/write' })
    await editorOf(page).click()
    await page.keyboard.type('   ')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('Please enter content.').waitFor()
    await expect.poll(() => pathOf(page)).toBe('/boards/suggestions/write')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(`${site.url}/boards/suggestions`)
  })

  test('is not left by Cancel while it publishes', async () => {
    const { page } = await site.open({ user: 'Haste', path: '/boards/suggestions/write' })
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/posts/suggestions', async (route) => {
      if (route.request().method() === 'POST') await held.promise
      await route.continue()
    })
    await writeAndSave(page, 'On its way')
    const cancel = page.getByRole('button', { name: 'Cancel' })
    await expect(cancel).toBeDisabled()
    held.resolve()
    await row(page, 'On its way').waitFor()
  })

  test('keeps the text after a failed save and can save again', async () => {
    const { page, pageErrors } = await site.open({ user: 'Gil', path: '/boards/suggestions/write' })
    await page.route('**/api/v1/posts/suggestions', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 502 }) : route.continue(),
    )
    await writeAndSave(page, 'Third time lucky')
    await page.getByRole('alert').getByText('Save failed', { exact: true }).waitFor()
    await page.unroute('**/api/v1/posts/suggestions')
    await page.route('**/api/v1/posts/suggestions', (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const body = { success: false, code: 'RATE_LIMITED', message: 'x' }
      return route.fulfill({ status: 429, json: body })
    })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await page.getByRole('alert').getByText('Too many requests. Try again later.').waitFor()
    await page.unroute('**/api/v1/posts/suggestions')
    await save.click()
    await row(page, 'Third time lucky').waitFor()
    await expect.poll(() => pageErrors).toHaveLength(2)
    pageErrors.splice(0)
  })
})
