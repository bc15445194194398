import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { findViolations, report, VIEWS } from './support/axe.ts'
import { setUpSite } from './support/set-up-site.ts'
import { visit } from './support/until-ready.ts'
import { choose, noteOf } from './support/vote-page.ts'

const site = setUpSite({ expectedErrors: / (429|503) / })
let post = 0
test.beforeAll(async () => {
  const mina = await site.apiUser('Mina')
  post = await mina.post('suggestions', '<h2>고래 지갑 추적기</h2><p>Show whale wallets.</p>')
  await mina.vote('down', '<h2>Miners sell</h2><p>Hashprice falls below zanzibar costs.</p>')
})

const box = (page: Page) => page.getByRole('combobox', { name: 'Search or command' })
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const chosen = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true })

/** Opens the palette by its keys, which are loaded after the page. */
async function openPalette(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(box(page)).toBeFocused({ timeout: 500 })
  }).toPass()
}

test.describe('the palette', () => {
  test('finds a post by two Korean syllables, and opens it by keyboard', async () => {
    const { page } = await site.open({ path: '/rules' })
    await openPalette(page)
    await expect(options(page).first()).toContainText('Home')
    await page.keyboard.type('지갑')
    await expect(options(page).filter({ hasText: '고래 지갑 추적기' })).toBeVisible()
    await expect(options(page)).toHaveCount(2)
    await expect(chosen(page)).toContainText('고래')
    await page.keyboard.press('ArrowDown')
    await expect(chosen(page)).toContainText('All results for “지갑”')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/boards/suggestions/view/${post}`)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('chooses nothing that was found for other words', async () => {
    const { page } = await site.open({ path: '/rules' })
    await openPalette(page)
    await page.keyboard.type('지갑')
    await expect(chosen(page)).toContainText('고래')
    await page.route('**/api/v1/search?*', () => {})
    await page.keyboard.type('이')
    await expect(chosen(page)).toHaveCount(0)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/search?q=${encodeURIComponent('지갑이')}`)
  })

  test('opens screens, and closes by Escape with the focus where it was', async () => {
    const { page } = await site.open({ path: '/rules' })
    const button = page.getByRole('button', { name: 'Search', exact: true })
    await button.click()
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(button).toBeFocused()
    await openPalette(page)
    await page.keyboard.type('rank')
    await expect(chosen(page)).toContainText('Ranking')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Ranking' }).waitFor()
  })

  test('sets an alert, which can be undone, and asks a guest to sign in', async () => {
    const { api } = await site.apiUser('Levels')
    const { page } = await site.open({ user: 'Levels', path: '/rules' })
    await openPalette(page)
    await page.keyboard.type('alert 95000')
    await expect(chosen(page)).toContainText('Alert at 95,000.00')
    await page.keyboard.press('Enter')
    await page.getByText('Alert set at 95,000.00.').waitFor()
    const levels = async () => (await api.alerts.levels.get()).data?.map(({ price }) => price)
    expect(await levels()).toEqual(['95000'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(levels).toEqual([])

    const { page: guest } = await site.open({ path: '/rules' })
    await openPalette(guest)
    await guest.keyboard.type('95000')
    await expect(chosen(guest)).toContainText('Alert at')
    await guest.keyboard.press('Enter')
    await guest.waitForURL('**/login')
  })

  test('begins a call in a direction and keeps the note that was begun', async () => {
    const { page } = await site.open({ user: 'Caller', path: '/vote/write' })
    await (await noteOf(page, 'Note')).pressSequentially('Begun before')
    await choose(page, 'Down')
    await visit(page, `${site.url}/rules`)
    await openPalette(page)
    await page.keyboard.type('vote up')
    await expect(chosen(page)).toContainText('Call ▲ Up, above')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/vote/write')
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('radio', { name: 'Up', exact: true })).toBeChecked()
    await expect(await noteOf(page, 'Note')).toContainText('Begun before')
  })

  test('runs the command that is typed, however fast Enter follows', async () => {
    const { page } = await site.open({ user: 'Fast', path: '/rules' })
    await openPalette(page)
    await page.keyboard.type('alert 9500')
    await expect(chosen(page)).toContainText('9,500.00')
    await box(page).evaluate(async (input) => {
      document.execCommand('insertText', false, '0')
      await null
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    })
    await page.getByText('Alert set at 95,000.00.').waitFor()
  })

  test('takes what is typed before it is loaded, of which the page sees nothing', async () => {
    const { page } = await site.open({ path: '/' })
    const loading = Promise.withResolvers<void>()
    await page.route(/\/palette-[^/]*\.js/, async (route) => {
      await loading.promise
      await route.continue()
    })
    const requested = page.waitForRequest(/\/palette-/)
    await page.getByRole('button', { name: 'Search' }).first().click()
    await requested
    // `n` begins a call.
    await page.keyboard.type('rankn')
    await page.keyboard.press('Backspace')
    loading.resolve()
    await expect(box(page)).toHaveValue('rank')
    await page.keyboard.type('i')
    await expect(chosen(page)).toContainText('Ranking')
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('chooses a direction in the form that is open', async () => {
    const { page } = await site.open({ user: 'Writer', path: '/vote/write' })
    await (await noteOf(page, 'Note')).pressSequentially('Begun')
    await page.getByRole('heading', { level: 1 }).click()
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.keyboard.type('vote up')
    await expect(chosen(page)).toContainText('Call ▲ Up, above')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('radio', { name: 'Up', exact: true })).toBeChecked()
    await expect(await noteOf(page, 'Note')).toContainText('Begun')
  })

  test('leaves the key to the editor, which makes links by it', async () => {
    const { page } = await site.open({ user: 'Linker', path: '/vote/write' })
    const note = await noteOf(page, 'Note')
    await note.pressSequentially('word')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.press('Control+k')
    await expect(box(page)).toHaveCount(0)
  })

  test('says why nothing is found, and that searches are limited', async () => {
    const { page } = await site.open({ path: '/rules' })
    await openPalette(page)
    await page.keyboard.type('qqqqq')
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('1 found')
    const refuse = { status: 429, json: { success: false, code: 'RATE_LIMITED', message: '' } }
    await page.route('**/api/v1/search?*', (route) => route.fulfill(refuse))
    await page.keyboard.type('w')
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('The search failed.')
  })
})

test.describe('the page of results', () => {
  test('marks the words, and shows the texts of notes to those who may read them', async () => {
    const guest = await site.open({ path: '/search?q=zanzibar' })
    await guest.page.getByText('Nothing found for “zanzibar”.').waitFor()
    const caller = await site.apiUser('Reader')
    await caller.vote('up', '')
    const list = await caller.api.votes.get({ query: { page: 1 } })
    const note = list.data?.posts.find(({ title }) => title === 'Miners sell')
    if (!note) throw new Error('there is no note')
    // Its reading fixes the direction, which the search waits for.
    await caller.api.votes({ id: note.id }).get()
    const { page } = await site.open({ user: 'Reader', path: '/search?q=zanzibar' })
    const row = page.getByRole('region', { name: 'Results' }).getByRole('listitem')
    await expect(row).toHaveCount(1)
    await expect(row.locator('mark')).toHaveText('zanzibar')
    await row.getByRole('link', { name: 'Miners sell' }).click()
    await page.waitForURL(`**/vote/view/${note.id}`)
  })

  test('searches in one kind, for one person and further back', async () => {
    const many = await site.apiUser('Prolific')
    for (let number = 1; number <= 22; number++)
      await many.post('suggestions', `<p>Gong ${number}</p>`)
    const { page } = await site.open({ path: '/search' })
    await page.getByText('A round is found by its day').waitFor()
    const field = page.getByRole('searchbox')
    await field.fill('gong')
    await field.press('Enter')
    const rows = page.getByRole('region', { name: 'Results' }).getByRole('listitem')
    await expect(rows).toHaveCount(20)
    await expect(rows.first()).toContainText('Gong 22')
    await expect(field).toBeFocused()
    const shown = page.getByRole('region', { name: 'Results' }).getByRole('status')
    await expect(shown).toHaveText('Results shown: 20')
    const refuse = { status: 429, json: { success: false, code: 'RATE_LIMITED', message: '' } }
    await page.route('**/api/v1/search?*before=*', (route) => route.fulfill(refuse))
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText('The search failed.').waitFor()
    await expect(rows).toHaveCount(20)
    await page.unroute('**/api/v1/search?*before=*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows).toHaveCount(22)
    await page.getByRole('link', { name: 'Calls' }).click()
    await page.waitForURL('**/search?q=gong&kind=note')
    await page.getByText('Nothing found for “gong”.').waitFor()
    await visit(page, `${site.url}/search?q=gong&author=AAAAAA`)
    await page.getByText('Nothing found for “gong”.').waitFor()
    await page.getByRole('link', { name: 'Show results by everybody' }).click()
    await expect(rows).toHaveCount(20)
  })

  test('says in Korean what failed, and tries again', async () => {
    const { page } = await site.open({ locale: 'ko-KR', path: '/rules' })
    const refuse = { status: 503, json: { success: false, code: 'SEARCH_TIMEOUT', message: '' } }
    await page.route('**/api/v1/search?*', (route) => route.fulfill(refuse))
    await visit(page, `${site.url}/search?q=지갑`)
    await page.getByText('검색이 너무 오래 걸렸습니다.').waitFor()
    await page.unroute('**/api/v1/search?*')
    await page.getByRole('button', { name: '다시 시도' }).click()
    await page.getByRole('link', { name: '고래 지갑 추적기' }).waitFor()
  })

  test('and the palette have no violations and fit into every width', async () => {
    const { page } = await site.open({ path: `/search?q=${encodeURIComponent('지갑')}` })
    await page.getByRole('link', { name: '고래 지갑 추적기' }).waitFor()
    expect(report(await findViolations(page, 'the results', VIEWS))).toBe('')
    for (const width of [320, 375, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await openPalette(page)
    await page.keyboard.type('지갑')
    await expect(options(page)).toHaveCount(2)
    expect(report(await findViolations(page, 'the palette', VIEWS))).toBe('')
  })
})

test('a reply is found by its words, in the page of its kind and in Korean', async () => {
  const { api } = await site.apiUser('Replier')
  const thread = api.posts({ boardType: 'suggestions' })({ id: post }).replies
  const { data } = await thread.post({ content: '지갑보다 거래소: quokkaword' })
  const target = `/boards/suggestions/view/${post}?reply=${data?.reply.id}`
  const { page } = await site.open({ path: '/search?q=quokkaword' })
  const result = page.getByRole('region', { name: 'Results' }).getByRole('listitem')
  await expect(result).toContainText('Reply')
  await expect(result).toContainText('quokkaword')
  await expect(result.getByRole('link').first()).toHaveAttribute('href', target)
  await page.getByRole('link', { name: 'Replies', exact: true }).click()
  await page.waitForURL('**kind=reply')
  await expect(result).toHaveCount(1)
  const korean = await site.open({ path: '/search?q=quokkaword&kind=reply', locale: 'ko-KR' })
  const found = korean.page.getByRole('region', { name: '검색 결과' }).getByRole('listitem')
  await found.getByText('답글', { exact: true }).waitFor()
  await openPalette(page)
  await page.keyboard.type('quokkaword')
  await expect(options(page).filter({ hasText: 'Reply' })).toBeVisible()
})
