import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { CreateVoteReply, VoteDetail } from '#shared/contract/votes.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { alerts, choose, openEditor, voteButton } from './support/vote-page.ts'

/** Thursday round of the present of the test server. */
const TARGET = '2026-11-26T00:00:00.000Z'

let server: PlannedServer
const site = setUpSite(async () => {
  server = await startPlannedServer([['2026-11-01T00:00:00Z', 100_000]])
  await priceAgain()
  return { server }
})

const ageOfPrice = () =>
  server.clock.now() - (server.infrastructure.market.price()?.time ?? Number.NEGATIVE_INFINITY)

/** The exchange sends prices again, and the server has one of its present. */
async function priceAgain(): Promise<void> {
  server.exchange.faults.silent = false
  server.exchange.faults.refusing = false
  server.exchange.faults.status = null
  await eventually(() => {
    server.clock.advance(1000)
    return ageOfPrice() < 5_000
  })
}

/** The last price of the exchange ages until it is no longer live. The feed gets one by itself when it reconnects. */
function silence(): void {
  server.exchange.faults.silent = true
  server.clock.advance(10_000)
  expect(ageOfPrice()).toBeGreaterThanOrEqual(10_000)
}

/** The same, and a feed that reconnects gets no price either. */
function longSilence(): void {
  server.exchange.faults.refusing = true
  server.exchange.faults.status = { code: 503 }
  silence()
}

/** Lets a second of the server's time pass each `every` ms until `shown` resolves; pages follow it. */
async function whileTimePasses(every: number, shown: Promise<unknown>): Promise<void> {
  const running = setInterval(() => server.clock.advance(1000), every)
  try {
    await shown
  } finally {
    clearInterval(running)
  }
}

const waiting = (page: Page) =>
  page.getByText('No recent price: your call waits for the next one.', { exact: true })

test.describe('a vote without a live price', () => {
  test.beforeEach(priceAgain)

  test('waits for the next one, and is sent with its offer', async () => {
    const { page, pageErrors } = await openEditor(site, 'Waits')
    await choose(page, 'Up')
    silence()
    await voteButton(page).click()
    await waiting(page).waitFor()
    await page.getByRole('button', { name: 'Waiting for a price' }).waitFor()
    await expect(page.getByRole('radio', { name: 'Down' })).toBeDisabled()
    const saved = alerts(page).getByText('Vote saved.', { exact: true })
    await priceAgain()
    await whileTimePasses(1000, saved.waitFor())
    await expect(alerts(page).getByText(/^Locked in: \+\d+/)).toBeVisible()
    pageErrors.splice(0)
  })

  for (const [locale, direction, submit, question, no, yes] of [
    [
      'en-US',
      'Down',
      'Call it',
      'No recent price: this call would earn no points.',
      'Not yet',
      'Call without points',
    ],
    [
      'ko-KR',
      '하락',
      '예측하기',
      '최근 가격이 없어 이 예측은 점수를 받을 수 없습니다.',
      '나중에',
      '점수 없이 예측',
    ],
  ] as const) {
    const title = `asks after 15 seconds whether to vote without points (${locale})`
    test(title, fullIf(locale === 'ko-KR'), async () => {
      const { page, pageErrors } = await openEditor(site, `Asked ${locale}`, { locale })
      await choose(page, direction)
      longSilence()
      const send = page.getByRole('main').getByRole('button', { name: submit, exact: true })
      const dialog = page.getByRole('dialog')
      for (const answer of [no, yes]) {
        await send.click()
        await page.getByRole('radio', { name: direction, disabled: true }).waitFor()
        await whileTimePasses(100, dialog.getByText(question, { exact: true }).waitFor())
        await dialog.getByRole('button', { name: answer }).click()
      }
      await page.waitForURL('**/vote')
      const { api, id } = await server.person(`Asked ${locale}`)
      const own = await api.raw('GET', '/profile/votes')
      expect([id > 0, own.body]).toMatchObject([true, [{ offer: { hit: 0, miss: 0 } }]])
      pageErrors.splice(0)
    })
  }

  test('is not sent once its screen is left', async () => {
    const { page, pageErrors } = await openEditor(site, 'Leaves')
    await choose(page, 'Up')
    longSilence()
    await voteButton(page).click()
    await waiting(page).waitFor()
    // The next screen loads slowly, and this one stays until then.
    const loading = Promise.withResolvers<void>()
    await page.route('**/*.js', async (route) => {
      await loading.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'Rounds' }).first().click()
    await voteButton(page).waitFor()
    await priceAgain()
    loading.resolve()
    await page.waitForURL('**/rounds')
    const { api } = await server.person('Leaves')
    expect((await api.raw('GET', '/profile/votes')).body).toEqual([])
    await expect(page.getByRole('dialog')).toHaveCount(0)
    pageErrors.splice(0)
  })
})

test.describe('a change of direction without a live price', () => {
  test.beforeEach(priceAgain)

  /** Opens the own vote for an edit, with another direction chosen. */
  async function openChange(name: string) {
    const { api } = await server.person(name)
    const body = { targetDate: TARGET, vote: 'up', content: '' }
    const { id } = await api.call(CreateVoteReply, 'POST', '/votes', body)
    const { page, pageErrors } = await site.open({ user: name, path: `/vote/edit/${id}` })
    await choose(page, 'Down')
    const save = page.getByRole('main').getByRole('button', { name: 'Edit', exact: true })
    const choice = async () => (await api.get(VoteDetail, `/votes/${id}`)).voteChoice
    return { page, pageErrors, save, choice, dialog: page.getByRole('dialog') }
  }

  test('waits, and says both numbers before it is made', async () => {
    const { page, pageErrors, save, choice, dialog } = await openChange('Changes')
    silence()
    await save.click()
    await waiting(page).waitFor()
    await priceAgain()
    const numbers = dialog.getByText(/^Changing direction closes this call at/)
    await whileTimePasses(1000, numbers.waitFor())
    await dialog.getByRole('button', { name: 'Change direction' }).click()
    await alerts(page).getByText('Edit completed.').waitFor()
    expect(await choice()).toBe('down')
    pageErrors.splice(0)
  })

  test('asks after 15 seconds whether to keep waiting', async () => {
    const { page, pageErrors, save, choice, dialog } = await openChange('Gives up')
    longSilence()
    await save.click()
    await waiting(page).waitFor()
    const ask = dialog.getByText('No recent price: the direction cannot be changed now.')
    await whileTimePasses(100, ask.waitFor())
    await dialog.getByRole('button', { name: 'Keep waiting' }).click()
    await waiting(page).waitFor()
    await whileTimePasses(100, ask.waitFor())
    await dialog.getByRole('button', { name: 'Not yet' }).click()
    await expect(page.getByRole('radio', { name: 'Down' })).toBeEnabled()
    expect(await choice()).toBe('up')
    pageErrors.splice(0)
  })
})
