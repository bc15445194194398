import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { violationsOn } from './support/axe.ts'
import { ADMIN, fillProvider, WITH_ADMIN } from './support/boards.ts'
import { withoutGreeting } from './support/go-offline.ts'
import { composerOf, repliesOf, replyWith, sendReply, threadOf } from './support/replies.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { visit } from './support/until-ready.ts'

const site = setUpSite(WITH_ADMIN)

/** A post on a board that guests read. */
async function postOf(author: string, text = `Post of ${author}`): Promise<number> {
  const { post } = await site.apiUser(author)
  return post('suggestions', `<p>${text}</p>`)
}

/** Everybody may write one reply in ten seconds. */
async function write(name: string, id: number, content: string): Promise<number> {
  const { api } = await site.apiUser(name)
  const { data } = await api.posts({ boardType: 'suggestions' })({ id }).replies.post({ content })
  return data?.reply.id ?? 0
}

const pathOf = (id: number, query = '') => `/boards/suggestions/view/${id}${query}`
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('a guest reads, sees the record beside the name, and signs in to reply', async () => {
  const id = await postOf('Mina')
  await write('Ann', id, 'Public words')
  const { page } = await site.open({ path: pathOf(id) })
  await expect
    .poll(() => textOf(replyWith(page, 'Public words')))
    .toMatch(/^Ann #[0-9A-Z]{6} Record: Too early to tell now Public words/)
  await expect(page.getByRole('navigation', { name: 'Which replies' })).toHaveCount(0)
  const html = await fetch(site.url + pathOf(id)).then((reply) => reply.text())
  expect([html.includes('Post of Mina'), html.includes('Public words')]).toEqual([true, false])
  await replyWith(page, 'Public words').getByRole('button', { name: 'Reply to Ann' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
  await threadOf(page).getByRole('link', { name: 'Sign in to reply' }).click()
  await page.getByRole('button', { name: 'Try it here' }).click()
  await fillProvider(page, 'Visitor')
  await page.waitForURL(`**${pathOf(id)}`)
  await sendReply(page, 'Signed in')
})

test('the thread of the free board needs a sign-in like its post', async () => {
  const { post, api } = await site.apiUser('Freya')
  const id = await post('frees', '<p>Members only</p>')
  await api.posts({ boardType: 'frees' })({ id }).replies.post({ content: 'Inside' })
  const { page } = await site.open({ path: `/boards/frees/view/${id}` })
  await page.getByRole('dialog').getByText('Login is required.').waitFor()
  await expect(threadOf(page)).toHaveCount(0)
  await expect(page.getByText('Inside')).toHaveCount(0)
})

test('no text becomes markup, and none but web addresses becomes a link', async () => {
  const id = await postOf('Hilda')
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
  await write('Eve', id, hostile)
  await write('Mallory', id, 'javascript:document.title=3 data:text/html,4 [x](javascript:5)')
  await write('Bidi', id, 'abc \u202egpj.exe\u2066 tail')
  const { page } = await site.open({ path: pathOf(id) })
  await replyWith(page, '<img src=x').waitFor()
  await expect(threadOf(page).locator('li img, li script')).toHaveCount(0)
  await expect(threadOf(page).locator('li p[dir=auto] a')).toHaveCount(0)
  expect(await page.title()).toContain('Post of Hilda')
  const bidi = replyWith(page, 'tail')
  await expect(bidi.locator('p[dir=auto]')).toHaveCSS('unicode-bidi', /isolate|plaintext/)
})

test('new replies arrive within a second, and wait for a reader in the middle', async () => {
  const id = await postOf('Lena', `${'Long<br>'.repeat(60)}end`)
  await write('Lou', id, 'The first one')
  const { page } = await site.open({ path: pathOf(id), user: 'Watcher' })
  await replyWith(page, 'The first one').waitFor()
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, 0))
  await write('Max', id, 'The second one')
  const button = threadOf(page).getByRole('button', { name: '1 new reply' })
  await expect(button).toBeAttached({ timeout: 1_500 })
  await expect(repliesOf(page)).toHaveCount(1)
  await button.click()
  await expect(repliesOf(page)).toHaveCount(2)

  await threadOf(page).getByRole('heading').scrollIntoViewIfNeeded()
  await replyWith(page, 'The second one').scrollIntoViewIfNeeded()
  await composerOf(page).scrollIntoViewIfNeeded()
  await write('Noa', id, 'The third one')
  await replyWith(page, 'The third one').waitFor({ timeout: 1_500 })

  // Whoever writes is not moved either.
  await composerOf(page).focus()
  await write('Ola', id, 'The fourth one')
  await button.waitFor()
  await expect(repliesOf(page)).toHaveCount(3)
  const { api } = await site.apiUser('Zoe')
  const [first] = await repliesOf(page).all()
  const replyId = Number((await first?.getAttribute('id'))?.replace('reply-', ''))
  await api.replies({ id: replyId }).reaction.post({ reaction: 'like' })
  await expect(repliesOf(page).first().getByRole('button', { name: 'Like 1' })).toBeVisible()
})

test('a muted person reads why there is no text area', async () => {
  const id = await postOf('Gus')
  const { api } = await site.apiUser('Loud')
  const { data: profile } = await api.profile.get()
  const admin = await site.apiUser(ADMIN)
  const mute = { act: 'mute', target: 'nickname', days: 1, reason: 'spam' } as const
  await admin.api.moderation.acts.post({ ...mute, targetId: profile?.id ?? 0 })
  const { page } = await site.open({ path: pathOf(id), user: 'Loud' })
  await threadOf(page).getByText('A moderator has paused your writing.').waitFor()
  await expect(composerOf(page)).toHaveCount(0)
})

test('a draft outlives the end of the session and stays its writer’s', async () => {
  const id = await postOf('Dora')
  const { page } = await site.open({ path: pathOf(id), user: 'Drafter' })
  await composerOf(page).fill('Not sent yet')
  // On a page without the app: its own could still ask for something, without a token.
  await page.goto(`${site.url}/robots.txt`)
  await page.evaluate(() => {
    localStorage.removeItem('accessToken')
    localStorage.removeItem('refreshToken')
  })
  await visit(page, site.url + pathOf(id))
  await threadOf(page).getByRole('link', { name: 'Sign in to reply' }).click()
  await page.getByRole('button', { name: 'Try it here' }).click()
  await fillProvider(page, 'Drafter')
  await expect(composerOf(page)).toHaveValue('Not sent yet')
})

test('a failed list can be retried', async () => {
  const id = await postOf('Fay')
  await write('Fred', id, 'Still there')
  const { page, pageErrors } = await site.open({ path: '/terms' })
  await withoutGreeting(page)
  await page.route('**/replies?**', (route) => route.abort())
  await visit(page, site.url + pathOf(id))
  await threadOf(page).getByText('The replies could not be loaded.').waitFor()
  await page.unroute('**/replies?**')
  await threadOf(page).getByRole('button', { name: 'Try again' }).click()
  await replyWith(page, 'Still there').waitFor()
  pageErrors.splice(0)
})

test('r leads to the text area, and the sheet of shortcuts lists it', async () => {
  const id = await postOf('Kim')
  const { page } = await site.open({ path: pathOf(id), user: 'Keys' })
  await composerOf(page).waitFor()
  const sheet = page.getByRole('dialog')
  // The shortcuts are loaded once the sheet opens.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(sheet).toBeVisible({ timeout: 500 })
  }).toPass()
  await sheet.getByText('Reply', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('r')
  await expect(composerOf(page)).toBeFocused()
  await page.keyboard.type('By keys')
  await page.keyboard.press('ControlOrMeta+Enter')
  await replyWith(page, 'By keys').waitFor()
})

test('in Korean on a narrow phone nothing is cut off, and axe finds nothing', async () => {
  const id = await postOf('한나')
  await write('가나다라마바사', id, `아주긴단어${'가'.repeat(80)}`)
  const { page } = await site.open({
    path: pathOf(id),
    user: '지수',
    locale: 'ko-KR',
    viewport: { width: 320, height: 640 },
  })
  await threadOf(page, '답글').getByRole('textbox', { name: '내 답글' }).fill('반갑습니다')
  await threadOf(page, '답글').getByRole('button', { name: '답글 쓰기' }).click()
  const own = replyWith(page, '반갑습니다')
  await own.getByText('내 답글').waitFor()
  await replyWith(page, '아주긴단어')
    .getByRole('button', { name: /에게 답글$/ })
    .click()
  await threadOf(page, '답글').getByText('인용').first().waitFor()
  await own.getByRole('button', { name: '수정' }).click()
  await expect.poll(() => width(page)).toBe(320)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOn(page)).toEqual([])
  }
})
