import type { Locator, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { violationsOn } from './support/axe.ts'
import { composerOf, repliesOf, replyWith, sendReply, threadOf } from './support/replies.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload } from './support/until-ready.ts'
import { alerts } from './support/vote-page.ts'

/** The browser logs what these tests refuse. */
const site = setUpSite({ expectedErrors: / 422 |net::ERR_FAILED/ })

const pathOf = (id: number) => `/boards/suggestions/view/${id}`

/** A post on a board that guests read. */
async function postOf(author: string): Promise<number> {
  const { post } = await site.apiUser(author)
  return post('suggestions', `<p>Post of ${author}</p>`)
}

/** Writes the only reply of a person, and finds their code. */
async function write(name: string, id: number, content: string): Promise<string> {
  const { api } = await site.apiUser(name)
  const { data } = await api.posts({ boardType: 'suggestions' })({ id }).replies.post({ content })
  if (!data) throw new Error('the reply was refused')
  return data.reply.uniqueCode
}

async function codeOf(name: string): Promise<string> {
  const { api } = await site.apiUser(name)
  const { data } = await api.profile.get()
  return data?.uniqueCode ?? ''
}

const listOf = (page: Page): Locator => page.getByRole('listbox', { name: 'People to mention' })

/** Expects the suggested nicknames, and those alone. */
const suggests = (page: Page, names: string[]) =>
  expect(listOf(page).getByRole('option')).toHaveText(
    names.map((name) => new RegExp(`^${name} ?#[0-9A-Z]{6}$`)),
  )

test('people of the thread are suggested, and chosen by keys', async () => {
  const id = await postOf('Mina')
  const mina = await codeOf('Mina')
  const minho = await write('Minho', id, 'The first one')
  const { page } = await site.open({ path: pathOf(id), user: 'Mira' })
  await replyWith(page, 'The first one').waitFor()
  const area = composerOf(page)
  await area.focus()
  await page.keyboard.type('So @mi')
  // Not the writer, whose name begins so too.
  await suggests(page, ['Mina', 'Minho'])
  const options = listOf(page).getByRole('option')
  const activeIs = async (index: number) => {
    await expect(options.nth(index)).toHaveAttribute('aria-selected', 'true')
    const optionId = await options.nth(index).getAttribute('id')
    await expect(area).toHaveAttribute('aria-activedescendant', optionId ?? '')
  }
  await activeIs(0)
  await page.keyboard.press('ArrowUp')
  await activeIs(1)
  await page.keyboard.press('ArrowDown')
  await activeIs(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(area).toHaveValue(`So @${minho} `)
  await expect(listOf(page)).toHaveCount(0)
  await expect(area).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(area).toHaveValue('So @mi')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await page.keyboard.type(`and @${mina.toLowerCase().slice(0, 4)}`)
  await suggests(page, ['Mina'])
  await page.keyboard.press('Tab')
  await page.keyboard.type('agree')
  await expect(area).toHaveValue(`So @${minho} and @${mina} agree`)

  await page.keyboard.press('ControlOrMeta+Enter')
  const own = replyWith(page, 'agree')
  const links = own.locator('p[dir=auto] a')
  await expect(links).toHaveText([`@Minho #${minho}`, `@Mina #${mina}`])
  await expect(links.last()).toHaveAttribute('href', `/u/${mina}`)
  const reader = await site.open({ path: pathOf(id), user: 'Mina' })
  const seen = replyWith(reader.page, 'agree').locator('p[dir=auto] a')
  await expect(seen.last()).toHaveCSS('font-weight', '700')
  await expect(seen.first()).toHaveCSS('font-weight', '400')
  await seen.last().click()
  await reader.page.waitForURL(`**/u/${mina}`)
})

test('others of the site are found as well, chosen by the mouse', async () => {
  const id = await postOf('Zoe')
  const zelda = await codeOf('Zelda')
  const { page } = await site.open({ path: pathOf(id), user: 'Ann' })
  await composerOf(page).focus()
  await page.keyboard.type('@z')
  await suggests(page, ['Zoe', 'Zelda'])
  await listOf(page).getByText('Zelda').hover()
  await expect(listOf(page).getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await listOf(page).getByText('Zelda').click()
  await expect(composerOf(page)).toHaveValue(`@${zelda} `)
  await page.keyboard.type('hello')
  await expect(composerOf(page)).toHaveValue(`@${zelda} hello`)
})

test('without an answer of the server the people of the thread remain', async () => {
  const id = await postOf('Yuna')
  await codeOf('Yuki')
  const { page } = await site.open({ path: pathOf(id), user: 'Ann' })
  const path = '**/users/suggest?**'
  await page.route(path, (route) => route.abort())
  await composerOf(page).focus()
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/suggest'))
  await page.keyboard.type('@yu')
  await failed
  await suggests(page, ['Yuna'])
  await expect(alerts(page)).toHaveCount(0)
  await page.unroute(path)
  await page.keyboard.type('k')
  await suggests(page, ['Yuki'])
})

test('Esc closes the list alone, in the edit form too, and the draft stays', async () => {
  const id = await postOf('Paul')
  const { page } = await site.open({ path: pathOf(id), user: 'Quin' })
  await composerOf(page).focus()
  await page.keyboard.type('Ask @pa')
  await suggests(page, ['Paul'])
  await page.keyboard.press('Escape')
  await expect(listOf(page)).toHaveCount(0)
  // It stays closed for this name.
  await page.keyboard.type('u')
  await expect(composerOf(page)).toHaveValue('Ask @pau')
  await expect(listOf(page)).toHaveCount(0)
  await page.keyboard.type(' or @pa')
  await suggests(page, ['Paul'])
  await page.keyboard.press('ArrowLeft')
  await expect(listOf(page)).toHaveCount(0)

  await sendReply(page, 'Mine')
  await replyWith(page, 'Mine').getByRole('button', { name: 'Edit' }).click()
  const area = page.getByRole('textbox', { name: 'Edit your reply' })
  await expect(area).toBeFocused()
  await page.keyboard.type(' @p')
  await suggests(page, ['Paul'])
  await page.keyboard.press('Escape')
  await expect(listOf(page)).toHaveCount(0)
  await expect(area).toHaveValue('Mine @p')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(area).toHaveCount(0)
})

test('a name in composition is suggested on a narrow phone, in Korean', async () => {
  const id = await postOf('민수')
  const code = await codeOf('민수')
  const { page } = await site.open({
    path: pathOf(id),
    user: '지수',
    locale: 'ko-KR',
    viewport: { width: 320, height: 640 },
  })
  const area = page.getByRole('textbox', { name: '내 답글' })
  const list = page.getByRole('listbox', { name: '언급할 사람' })
  const browser = await page.context().newCDPSession(page)
  await area.focus()
  await page.keyboard.type('@')
  for (const text of ['ㅁ', '미', '민']) {
    await browser.send('Input.imeSetComposition', {
      text,
      selectionStart: 1,
      selectionEnd: 1,
    })
    await expect(list.getByRole('option')).toHaveText([/민수/])
  }
  await browser.send('Input.insertText', { text: '민' })
  await expect(area).toHaveValue('@민')
  await expect(list).toBeInViewport({ ratio: 1 })
  const field = await area.boundingBox()
  const box = await list.boundingBox()
  if (!field || !box) throw new Error('nothing is shown')
  expect(box.y).toBeGreaterThanOrEqual(field.y + field.height)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOn(page)).toEqual([])
  }
  await list.getByRole('option').click()
  await expect(area).toHaveValue(`@${code} `)
})

test('a code of nobody stays text, and a sixth mention is refused', async () => {
  const id = await postOf('Sue')
  const codes = await Promise.all(['A1', 'A2', 'A3', 'A4', 'A5', 'A6'].map(codeOf))
  const { page } = await site.open({ path: pathOf(id), user: 'Tom' })
  const hint = threadOf(page).getByText('At most 5 mentions.')
  // A space ends the last name, and with it the list over the button.
  await composerOf(page).fill(codes.map((code) => `@${code} `).join(''))
  await hint.waitFor()
  await threadOf(page).getByRole('button', { name: 'Reply', exact: true }).last().click()
  await expect(threadOf(page).getByRole('alert')).toContainText('at most 5 people')
  const five = codes.slice(1).map((code) => `@${code}`)
  await composerOf(page).fill(`${five.join(' ')} or @ZZZZZZ`)
  await hint.waitFor()
  await composerOf(page).fill(`Nobody is @ZZZZZZ but ${five[0]}`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await replyWith(page, 'Nobody is @ZZZZZZ but @A2').waitFor()
  await expect(hint).toHaveCount(0)
  const links = repliesOf(page).locator('p[dir=auto] a')
  await expect(links).toHaveText([/^@A2 #/])
})

test('a thread is followed by replying, muted, and stays so', async () => {
  const id = await postOf('Uma')
  const author = await site.open({ path: pathOf(id), user: 'Uma' })
  const followOf = (page: Page) =>
    threadOf(page).getByRole('combobox', { name: 'Notifications of this thread' })
  await expect(followOf(author.page)).toHaveValue('follow')
  const { page } = await site.open({ path: pathOf(id), user: 'Vera' })
  await expect(followOf(page)).toHaveValue('none')
  await sendReply(page, 'I am in')
  await expect(followOf(page)).toHaveValue('follow')

  const path = '**/follow'
  await page.route(path, (route) => route.abort())
  await followOf(page).selectOption({ label: 'Muted – no notices, not even of mentions' })
  await alerts(page).getByText('The notifications of this thread could not be changed.').waitFor()
  await expect(followOf(page)).toHaveValue('follow')
  await page.unroute(path)

  await followOf(page).selectOption({ label: 'Muted – no notices, not even of mentions' })
  await expect(followOf(page)).toHaveValue('mute')
  await expect(threadOf(page).getByText('Muted', { exact: true })).toBeVisible()
  await reload(page)
  await expect(followOf(page)).toHaveValue('mute')
  const guest = await site.open({ path: pathOf(id) })
  await replyWith(guest.page, 'I am in').waitFor()
  await expect(followOf(guest.page)).toHaveCount(0)
})
