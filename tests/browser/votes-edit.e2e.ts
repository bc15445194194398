import type { Page, Route } from 'playwright'
import { expect, test } from 'playwright/test'
import { CreateVoteReply, EditVoteReply, VoteDetail } from '#shared/contract/votes.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { advanceUntil } from './support/advance-until.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { type SitePageOptions, textOf } from './support/site.ts'
import { reload } from './support/until-ready.ts'
import { noteOf, refuse } from './support/vote-page.ts'

/** Half an hour before the round closes, so that the edit window reaches into the next round. */
const NOW = '2026-11-22T23:30:00.000Z'
const TARGET = '2026-11-26T00:00:00.000Z'

let server: TestServer
const site = setUpSite(async () => {
  server = await startTestServer({ now: NOW })
  return { server }
})

async function cast(name: string, vote: string, content = ''): Promise<CreateVoteReply> {
  const { api } = await server.person(name)
  return api.call(CreateVoteReply, 'POST', '/votes', { targetDate: TARGET, vote, content })
}
const read = async (name: string, id: number): Promise<VoteDetail> =>
  (await server.person(name)).api.get(VoteDetail, `/votes/${id}`)

async function editing(name: string, id: number, options: SitePageOptions = {}) {
  return site.open({ ...options, user: name, path: `/vote/edit/${id}` })
}

const save = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Edit' })
const changing = (page: Page) => page.getByRole('button', { name: 'Change direction' })
const alerts = (page: Page) => page.locator('[data-toast]')
const box = (page: Page, name: string) => page.locator('label').filter({ hasText: name })

test.describe('an edit', () => {
  test('starts with the vote, prices another direction anew and is saved', async () => {
    const { id, offer } = await cast('Mina', 'up', '<p>First thought</p>')
    const { page } = await site.open({ user: 'Mina', path: '/vote' })
    await page.getByRole('link', { name: `Edit [${id}]` }).click()
    await page.getByRole('heading', { level: 1, name: 'Edit call' }).waitFor()
    await expect(page).toHaveTitle('Edit call · Tidemark')
    await page.getByText(/^Editable for (1h|59m)$/).waitFor()
    await expect(page.getByRole('radio', { name: 'Up' })).toBeChecked()
    await expect
      .poll(() => textOf(box(page, 'Up')))
      .toContain(`+${offer.hit} if right · −${-offer.miss} if wrong pays off above`)

    await page.getByRole('radio', { name: 'Down' }).check()
    await page
      .getByText(/^Changing direction closes this call at (0|[+−]\d+) points and gives you/)
      .waitFor()
    const shown = (await textOf(box(page, 'Down'))).match(/\+\d+ if right · −\d+ if wrong/)?.[0]
    await page
      .getByText(/▼ Down, below [\d,]+: /)
      .filter({ hasText: `: ${shown}.` })
      .waitFor()
    const note = await noteOf(page, 'Note')
    await note.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Second thought')
    await save(page).click()
    const dialog = page.getByRole('dialog')
    await expect
      .poll(() => textOf(dialog))
      .toMatch(/the points on offer now\. ▼ Down, below [\d,]+: /)
    await expect.poll(() => textOf(dialog)).toContain(`: ${shown}.`)
    await dialog.getByRole('button', { name: 'Not yet' }).click()
    await expect.poll(async () => (await read('Mina', id)).voteChoice).toBe('up')
    await save(page).click()
    await changing(page).click()
    await alerts(page).getByText('Edit completed.').waitFor()
    await page.waitForURL('**/vote')
    await page.getByRole('link', { name: 'Second thought' }).waitFor()

    const vote = await read('Mina', id)
    expect(vote).toMatchObject({ voteChoice: 'down', title: 'Second thought' })
    expect(`+${vote.offer.hit} if right · −${-vote.offer.miss} if wrong`).toBe(shown ?? '')
  })

  test('works in Korean on a phone', { tag: '@full' }, async () => {
    const { id } = await cast('Sora', 'steady')
    const viewport = { width: 375, height: 812 }
    const { page } = await editing('Sora', id, { locale: 'ko-KR', viewport })
    await page.getByRole('radio', { name: '상승' }).check()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await page.getByRole('button', { name: '수정하기' }).click()
    await page.getByRole('button', { name: '방향 바꾸기' }).click()
    await alerts(page).getByText('수정했습니다.').waitFor()
    await expect.poll(async () => (await read('Sora', id)).voteChoice).toBe('up')
  })

  for (const [status, code, text] of [
    [409, 'DIRECTION_LOCKED', 'You have read notes or replies of others in this round'],
    [409, 'NO_FRESH_PRICE', 'No recent price: nothing was saved. Try again soon.'],
    [422, 'INVALID', 'The request has a value that is not valid.'],
    [403, 'EDIT_WINDOW_CLOSED', 'This can be edited for one hour after it was written.'],
    [500, 'INTERNAL', 'Edit failed due to server error.'],
  ] as const) {
    test(
      `refused with ${status} ${code} shows why and stays`,
      fullIf(code !== 'EDIT_WINDOW_CLOSED'),
      async () => {
        const name = `Edit ${code}`.slice(0, 20)
        const { id } = await cast(name, 'steady')
        const { page, pageErrors } = await editing(name, id)
        await page.getByRole('radio', { name: 'Down' }).check()
        await page.route(`**/api/v1/votes/${id}?seen=*`, refuse(status, code), { times: 1 })
        await save(page).click()
        await changing(page).click()
        await page.getByRole('alert').getByText(text).waitFor()
        await expect(page.getByRole('radio', { name: 'Down' })).toBeChecked()
        await save(page).click()
        await changing(page).click()
        await alerts(page).getByText('Edit completed.').waitFor()
        pageErrors.splice(0)
      },
    )
  }

  test("shows the server's message on success false, else a general one", async () => {
    const { id } = await cast('Said no', 'steady')
    const { page } = await editing('Said no', id)
    await page.getByRole('radio', { name: 'Steady' }).waitFor()
    const answer = (json: object) =>
      page.route(`**/api/v1/votes/${id}?seen=*`, (route) => route.fulfill({ json }), { times: 1 })
    await answer({ success: false, message: 'Not today.' })
    await save(page).click()
    await page.getByRole('alert').getByText('Not today.').waitFor()
    await answer({ success: false })
    await save(page).click()
    await page.getByRole('alert').getByText('Edit failed.', { exact: true }).waitFor()
  })
})

test('an edit does not begin with an outdated note when the present one cannot be fetched', async () => {
  const { id } = await cast('Two devices', 'steady', '<p>Old note</p>')
  const { page, pageErrors } = await site.open({ user: 'Two devices', path: `/vote/view/${id}` })
  await page.getByRole('article').getByText('Old note').waitFor()
  const reads = new RegExp(`/api/v1/votes/${id}\\?`)
  await page.route(reads, refuse(500, 'INTERNAL'))
  const { api } = await server.person('Two devices')
  await api.call(EditVoteReply, 'PUT', `/votes/${id}`, {
    vote: 'steady',
    content: '<p>New note</p>',
  })
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.unroute(reads)
  await retry.click()
  await expect(await noteOf(page, 'Note')).toHaveText('New note')
  pageErrors.splice(0)
})

test.describe('a call edited elsewhere while its form is open', () => {
  /** Edits like an app on another device, later than anything before. */
  async function editElsewhere(name: string, id: number, vote: string, content: string) {
    server.clock.advance(1000)
    const { api } = await server.person(name)
    await api.call(EditVoteReply, 'PUT', `/votes/${id}`, { vote, content })
    return read(name, id)
  }
  async function append(page: Page, text: string) {
    await (await noteOf(page, 'Note')).click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(text)
  }
  const newer = 'This text was changed elsewhere after you opened it here.'

  test('keeps its new direction when only the note is edited here', async () => {
    const { id } = await cast('Phone', 'up', '<p>Old note</p>')
    const { page, pageErrors } = await editing('Phone', id)
    await append(page, ', and more')
    const { offer, carried } = await editElsewhere('Phone', id, 'down', '<p>Old note</p>')
    await save(page).click()
    await alerts(page).getByText('Edit completed.').waitFor()
    await alerts(page).getByText('Locked in').waitFor()
    const title = 'Old note, and more'
    expect(await read('Phone', id)).toMatchObject({ voteChoice: 'down', offer, carried, title })
    pageErrors.splice(0)
  })

  test('is asked about before a direction chosen here replaces its new one', async () => {
    const { id } = await cast('Chooser', 'up')
    const { page, pageErrors } = await editing('Chooser', id)
    await page.getByRole('radio', { name: 'Down' }).check()
    await page.getByRole('radio', { name: 'Up' }).check()
    const saves = `**/api/v1/votes/${id}?seen=*`
    const editFirst = async (route: Route) => {
      await editElsewhere('Chooser', id, 'down', '')
      await route.continue()
    }
    await page.route(saves, editFirst, { times: 1 })
    const sent = page.waitForResponse(saves)
    await save(page).click()
    expect((await sent).status()).toBe(409)
    await page.getByRole('dialog').getByRole('button', { name: 'Not yet' }).click()
    expect(await read('Chooser', id)).toMatchObject({ voteChoice: 'down' })
    await expect(page.getByRole('radio', { name: 'Up' })).toBeChecked()
    await save(page).click()
    await changing(page).click()
    await alerts(page).getByText('Locked in').waitFor()
    expect(await read('Chooser', id)).toMatchObject({ voteChoice: 'up' })
    pageErrors.splice(0)
  })

  test('keeps its new note until the author replaces or loads it', async () => {
    const { id } = await cast('Laptop', 'steady', '<p>Old note</p>')
    const { page, pageErrors } = await editing('Laptop', id)
    await append(page, ', mine')
    await editElsewhere('Laptop', id, 'steady', '<p>New note</p>')
    await save(page).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`${newer} Replace it with yours?`).waitFor()
    await dialog.getByRole('button', { name: 'Not yet' }).click()
    expect(await read('Laptop', id)).toMatchObject({ title: 'New note' })

    await reload(page)
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('alert').getByText(newer).waitFor()
    await save(page).click()
    await dialog.getByRole('button', { name: 'Replace it' }).click()
    await alerts(page).getByText('Edit completed.').waitFor()
    expect(await read('Laptop', id)).toMatchObject({ title: 'Old note, mine' })

    await page.getByRole('link', { name: `Edit [${id}]` }).click()
    await append(page, ', again')
    await editElsewhere('Laptop', id, 'steady', '<p>Newest note</p>')
    await save(page).click()
    await dialog.getByRole('button', { name: 'Not yet' }).click()
    await page.getByRole('button', { name: 'Load it instead of mine' }).click()
    await expect(await noteOf(page, 'Note')).toHaveText('Newest note')
    await expect(page.getByText(newer)).toHaveCount(0)
    pageErrors.splice(0)
  })
})

test.describe('ownership', () => {
  test('a guest is asked to log in', async () => {
    const { id } = await cast('Owner', 'up')
    const { page } = await site.open({ path: `/vote/edit/${id}` })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Login is required. Would you like to login?').waitFor()
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await page.waitForURL('**/vote')
  })

  test('another member sees that only the author can edit', async () => {
    const { id } = await cast('Owner two', 'up')
    const first = await editing('No vote', id)
    await first.page.getByText('Only the author can edit this.').waitFor()
    await expect.poll(() => first.pageErrors).toEqual([expect.stringContaining('403')])
    first.pageErrors.splice(0)
    // It would read the vote again, and be refused again, whenever somebody votes.
    await first.page.close()
    await cast('Has vote', 'down')
    const second = await editing('Has vote', id)
    await second.page.getByText('Only the author can edit this.').waitFor()
    await expect(second.page.getByRole('radio')).toHaveCount(0)
  })

  test('shows a message for an unknown vote', async () => {
    const { page, pageErrors } = await editing('Lost', 999_999)
    await page.getByText('There is no such call.').waitFor()
    pageErrors.splice(0)
  })
})

test.describe('time', () => {
  // These tests depend on their order: the server's clock advances from test to test.
  test('freezes the direction after the round has closed, but not the note', async () => {
    const { id } = await cast('Late', 'steady', '<p>Before the close</p>')
    const { page, pageErrors } = await editing('Late', id)
    await page.getByRole('radio', { name: 'Up' }).check()
    // In Seoul.
    await page.getByText('The direction until 09:00, when the round closes').waitFor()
    const frozen = 'The round has closed: the direction stays, the note can still be edited.'
    await advanceUntil(server, '2026-11-23T00:00:05.000Z', () => page.getByText(frozen).waitFor())
    const up = page.getByRole('radio', { name: 'Up' })
    await expect(up).toBeDisabled()
    await expect(page.getByRole('radio', { name: 'Steady' })).toBeChecked()
    const note = await noteOf(page, 'Note')
    await note.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('After the close')
    await save(page).click()
    await alerts(page).getByText('Edit completed.').waitFor()
    expect(await read('Late', id)).toMatchObject({ voteChoice: 'steady', title: 'After the close' })
    // The member has not voted in the new period.
    await page.getByText('You have not made a call yet').waitFor()
    expect(pageErrors.splice(0).filter((line) => !line.includes('401'))).toEqual([])
  })

  test('shows the end of the hour, and does not open later', async () => {
    const { api } = await server.person('Slow')
    const body = { targetDate: '2026-11-30T00:00:00.000Z', vote: 'up', content: '' }
    const { id } = await api.call(CreateVoteReply, 'POST', '/votes', body)
    const { page, pageErrors } = await editing('Slow', id)
    await page.getByText(/^Editable for/).waitFor()
    const over = page.getByText('The one-hour edit window has closed')
    await advanceUntil(server, '2026-11-23T01:01:00.000Z', () => over.waitFor())
    await expect(save(page)).toBeDisabled()
    await expect(page.getByRole('radio', { name: 'Up' })).toBeChecked()
    await reload(page)
    await page.getByText('This can be edited for one hour after it was written.').waitFor()
    pageErrors.splice(0)
  })
})
