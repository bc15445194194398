import { expect, test } from 'playwright/test'
import { VoteDetail, VoteList } from '#shared/contract/votes.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { expireTokens } from './support/session.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { visit } from './support/until-ready.ts'
import {
  alerts,
  choose,
  chooseByKeyboard,
  noteOf,
  openEditor,
  voteButton,
} from './support/vote-page.ts'

let server: TestServer
const site = setUpSite(async () => {
  server = await startTestServer()
  return { server }
})

/** The newest vote as its author reads it. */
async function newestOf(name: string): Promise<VoteDetail> {
  const { api, id } = await server.person(name)
  const { posts } = await api.get(VoteList, '/votes?page=1')
  return api.get(VoteDetail, `/votes/${posts.find(({ uid }) => uid === id)?.id}`)
}

test('nothing can be typed into a call while it is saved', async () => {
  const { page, pageErrors } = await openEditor(site, 'Typist')
  await choose(page, 'Up')
  const note = await noteOf(page, 'Note')
  await note.pressSequentially('Reason')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/votes?repeated=stored&unpriced=ask', async (route) => {
    await held.promise
    await route.fulfill({ status: 503 })
  })
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('button', { name: 'Saving' }).waitFor()
  await page.keyboard.type(' and more')
  held.resolve()
  await alerts(page).waitFor()
  await expect(note).toBeFocused()
  await page.keyboard.type('!')
  await expect(note).toHaveText('Reason!')
  pageErrors.splice(0)
})

test.describe('a guest', () => {
  test('is asked to log in and returns to the editor', async () => {
    const { page } = await site.open({ path: '/vote' })
    await voteButton(page).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Login is required. Would you like to login?').waitFor()
    await dialog.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/login')
    await page.getByRole('button', { name: 'Try it here' }).click()
    await page.locator('#name').fill('Guest who stays')
    await page.locator('button[value=sign-in]').click()
    await page.waitForURL('**/vote/write')
    await page.getByRole('radiogroup', { name: 'Direction' }).waitFor()
  })

  test('returns to the list when declining the login', async () => {
    const { page } = await site.open({ path: '/vote/write', locale: 'ko-KR' })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('로그인이 필요합니다. 로그인하시겠습니까?').waitFor()
    await dialog.getByRole('button', { name: '나중에' }).click()
    await page.waitForURL('**/vote')
  })

  test('sees no login prompt while the session is being checked', async () => {
    const { page } = await site.open({ user: 'Patient', path: '/terms' })
    await expireTokens(page)
    const held = Promise.withResolvers<void>()
    await page.route('**/auth/refresh-token', async (route) => {
      await held.promise
      await route.continue()
    })
    await visit(page, `${site.url}/vote/write`)
    await page.getByText('Checking whether you can make a call').waitFor()
    held.resolve()
    await page.getByRole('radiogroup').waitFor()
  })
})

test.describe('a vote', () => {
  test('is created from the list with a note and an offer', async () => {
    const { page } = await site.open({ user: 'Mina', path: '/vote' })
    await voteButton(page).click()
    await page.getByRole('heading', { level: 1, name: 'Your call', exact: true }).waitFor()
    await expect(page).toHaveTitle('New call · Tidemark')
    await page.getByText('Where will BTC/USDT be at Thu, Nov 26, 2026, 09:00 (UTC+9)?').waitFor()
    const up = page.locator('label').filter({ hasText: 'Up' })
    await up.getByText(/if\sright/).waitFor()
    await expect
      .poll(() => textOf(up))
      .toMatch(
        /^▲ Up Above [\d,]+\.\d\d needs \+\d+\.\d% from here \+\d+ if right · −\d+ if wrong pays off above \d+%$/,
      )
    const [steady, down, unknown] = await Promise.all(
      ['Steady', 'Down', 'Unknown'].map((name) =>
        textOf(page.locator('label').filter({ hasText: name })),
      ),
    )
    expect(steady).toMatch(
      /^■ Steady [\d,.]+ to [\d,.]+ the price is here now \+\d+ if right · −\d+ if wrong pays off above \d+%$/,
    )
    expect(down).toMatch(
      /^▼ Down Below [\d,]+\.\d\d needs −\d+\.\d% from here \+\d+ if right · −\d+ if wrong pays off above \d+%$/,
    )
    expect(unknown).toBe('?? Unknown Not sure 0 points')

    await up.click()
    const bar = page
      .getByRole('main')
      .locator('p')
      .filter({ hasText: /▲\s*Up/ })
    await expect(bar).toBeInViewport()
    await expect.poll(() => textOf(bar)).toMatch(/^▲ Up, above [\d,]+ \+\d+ \/ −\d+ /)
    const tools = page.getByRole('toolbar').getByRole('button')
    await page.getByText('Why? (optional)').waitFor()
    const note = await noteOf(page, 'Note')
    await expect(tools).toHaveCount(9)
    await page.getByRole('button', { name: 'More tools' }).press('Enter')
    await page.getByRole('button', { name: 'Help' }).waitFor()
    await note.click()
    await note.fill('Higher lows since Monday')
    // The toast goes by itself, so its second line is read as soon as it is there.
    const accepted = alerts(page).getByText('Locked in:').textContent()
    await voteButton(page).click()
    await page.waitForURL('**/vote')
    const offer = (await accepted)?.replaceAll(/\s+/g, ' ').replace('Locked in: ', '')
    expect(offer).toMatch(/^\+\d+ if right · −\d+ if wrong$/)
    await page.getByRole('link', { name: 'Higher lows since Monday' }).waitFor()
    await page.getByText('You have made your call', { exact: true }).waitFor()

    const vote = await newestOf('Mina')
    expect(vote).toMatchObject({ voteChoice: 'up', title: 'Higher lows since Monday' })
    expect(offer).toBe(`+${vote.offer.hit} if right · −${-vote.offer.miss} if wrong`)
  })

  test('works in Korean on a phone, without a note', { tag: '@full' }, async () => {
    const viewport = { width: 375, height: 812 }
    const { page } = await openEditor(site, 'Sora', { locale: 'ko-KR', viewport })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await choose(page, '모름')
    await page.getByRole('main').getByRole('button', { name: '예측하기' }).click()
    await page.waitForURL('**/vote')
    await alerts(page).getByText('예측을 저장했습니다.').waitFor()
    await alerts(page).getByText('적용 점수: 0점').waitFor()
    expect(await newestOf('Sora')).toMatchObject({ voteChoice: 'unknown', content: '' })
  })

  test('returns to the screen where it was started', async () => {
    const { page } = await site.open({ user: 'From home' })
    await page.getByRole('article').getByRole('link', { name: 'Make a call' }).click()
    await choose(page, 'Steady')
    await voteButton(page).click()
    await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
    await page.getByText('Top calls awaiting results').waitFor()
    await page.waitForURL(`${site.url}/`)
  })

  test('can be cast by keyboard alone', async () => {
    const { page } = await site.open({ user: 'Keys', path: '/vote' })
    await voteButton(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('radiogroup').waitFor()
    await chooseByKeyboard(page, 'Down')
    await expect(page.getByRole('radio', { name: 'Down' })).toBeChecked()
    await voteButton(page).focus()
    await page.keyboard.press('Space')
    await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
    await expect.poll(async () => (await newestOf('Keys')).voteChoice).toBe('down')
  })

  test('requires a direction: shows an alert and moves the focus', async () => {
    const { page } = await openEditor(site, 'Undecided')
    await voteButton(page).click()
    const alert = page.getByRole('alert').getByText('Please select a vote direction.')
    await alert.waitFor()
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('type'))
    expect(focused).toBe('radio')
  })

  test('is sent without a blank note', async () => {
    const { page } = await openEditor(site, 'Blank')
    const body = page.waitForRequest(
      (request) =>
        request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/votes'),
    )
    await choose(page, 'Up')
    const note = await noteOf(page, 'Note')
    await note.click()
    await note.fill('   ')
    await voteButton(page).click()
    expect((await body).postDataJSON()).toMatchObject({ vote: 'up', content: '' })
    await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
  })

  test('is sent once, however often Vote is pressed', async () => {
    const { page } = await openEditor(site, 'Impatient')
    const held = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/api/v1/votes?repeated=stored&unpriced=ask', async (route) => {
      sent += 1
      await held.promise
      await route.continue()
    })
    await choose(page, 'Up')
    await voteButton(page).evaluate((button) => {
      for (let times = 0; times < 3; times++)
        button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    })
    const saving = page.getByRole('button', { name: 'Saving' })
    await saving.waitFor()
    await expect(saving).toBeDisabled()
    held.resolve()
    await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
    expect(sent).toBe(1)
  })
})

test.describe('a second vote', () => {
  test('shows a toast and the list', async () => {
    await (await site.apiUser('Twice')).vote('up')
    const { page } = await site.open({ user: 'Twice', path: '/vote/write' })
    await page.waitForURL('**/vote')
    const toast = page.locator('[data-toast=alreadyVotedToast]')
    await toast.getByText('You have already voted. You can only vote once per period.').waitFor()
    await toast.waitFor({ state: 'detached' })
  })

  test('is rejected by the server when the page does not know of the first', async () => {
    const { page, pageErrors } = await openEditor(site, 'Two windows', { locale: 'ko-KR' })
    await (await site.apiUser('Two windows')).vote('down')
    await choose(page, '상승')
    await page.getByRole('main').getByRole('button', { name: '예측하기' }).click()
    await page.waitForURL('**/vote')
    await alerts(page)
      .getByText('이미 예측했습니다. 라운드마다 한 번만 예측할 수 있습니다.')
      .waitFor()
    await page.getByText('예측했습니다', { exact: true }).waitFor()
    await expect.poll(() => pageErrors).toEqual([expect.stringContaining('409')])
    pageErrors.splice(0)
  })
})
