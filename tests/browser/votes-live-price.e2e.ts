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

/** Sends a new price at the server's present. */
async function priceAgain(): Promise<void> {
  server.exchange.faults.silent = false
  server.exchange.faults.refusing = false
  server.exchange.faults.status = null
  await eventually(() => {
    server.clock.advance(1000)
    return ageOfPrice() < 5_000
  })
}

/** The exchange falls silent, and its last price ages until it is no longer live. */
async function silence(): Promise<void> {
  server.exchange.faults.silent = true
  server.exchange.faults.refusing = true
  server.exchange.faults.status = { code: 503 }
  server.exchange.disconnect()
  server.clock.advance(10_000)
  expect(ageOfPrice()).toBeGreaterThanOrEqual(10_000)
}

/** Lets the server's time pass a second a second, as the page's clock does, until `shown` resolves. */
async function whileTimePasses(shown: Promise<unknown>): Promise<void> {
  const running = setInterval(() => server.clock.advance(1000), 1000)
  try {
    await shown
  } finally {
    clearInterval(running)
  }
}

const waiting = (page: Page) =>
  page.getByText('No recent price: your call waits for the next one.', { exact: true })

test.describe
  .serial('without a live price', () => {
    test.beforeEach(priceAgain)

    test('a vote waits for the next one, and is sent with its offer', async () => {
      const { page, pageErrors } = await openEditor(site, 'Waits')
      await choose(page, 'Up')
      await silence()
      await voteButton(page).click()
      await waiting(page).waitFor()
      await page.getByRole('button', { name: 'Waiting for a price' }).waitFor()
      await expect(page.getByRole('radio', { name: 'Down' })).toBeDisabled()
      const saved = alerts(page).getByText('Vote saved.', { exact: true })
      await priceAgain()
      await whileTimePasses(saved.waitFor())
      await expect(alerts(page).getByText(/^Locked in: \+\d+/)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      pageErrors.splice(0)
    })

    for (const [locale, question, no, yes] of [
      [
        'en-US',
        'No recent price: this call would earn no points.',
        'Not yet',
        'Vote without points',
      ],
      ['ko-KR', '최근 가격이 없어 이 예측은 점수를 받을 수 없습니다.', '나중에', '점수 없이 투표'],
    ] as const) {
      const title = `after 15 seconds asks whether to vote without points (${locale})`
      test(title, fullIf(locale === 'ko-KR'), async () => {
        const [direction, submit, saved] =
          locale === 'en-US'
            ? ['Down', 'Vote', 'Vote saved.']
            : ['하락', '투표하기', '투표를 저장했습니다.']
        const { page, pageErrors } = await openEditor(site, `Asked ${locale}`, { locale })
        await choose(page, direction)
        await silence()
        await page.clock.install()
        const send = page.getByRole('main').getByRole('button', { name: submit, exact: true })
        const dialog = page.getByRole('dialog')
        for (const answer of [no, yes]) {
          await send.click()
          await page.getByRole('radio', { name: direction, disabled: true }).waitFor()
          await expect(dialog).toHaveCount(0)
          await page.clock.fastForward(16_000)
          await dialog.getByText(question, { exact: true }).waitFor()
          await dialog.getByRole('button', { name: answer }).click()
        }
        await alerts(page).getByText(saved, { exact: true }).waitFor()
        pageErrors.splice(0)
      })
    }

    test('a vote whose screen is left is not sent', async () => {
      const { page, pageErrors } = await openEditor(site, 'Leaves')
      await choose(page, 'Up')
      await silence()
      await voteButton(page).click()
      await waiting(page).waitFor()
      let sent = 0
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/api/v1/votes')) sent += 1
      })
      await page.getByRole('link', { name: 'Rounds' }).first().click()
      await page.waitForURL('**/rounds')
      await priceAgain()
      await page.clock.install()
      await page.clock.fastForward(16_000)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(sent).toBe(0)
      pageErrors.splice(0)
    })

    test('a change of direction waits, and says both numbers before it is made', async () => {
      const { api } = await server.person('Changes')
      const body = { targetDate: TARGET, vote: 'up', content: '' }
      const { id } = await api.call(CreateVoteReply, 'POST', '/votes', body)
      const { page, pageErrors } = await site.open({ user: 'Changes', path: `/vote/edit/${id}` })
      await choose(page, 'Down')
      await silence()
      await page.clock.install()
      const save = page.getByRole('main').getByRole('button', { name: 'Edit', exact: true })
      await save.click()
      await waiting(page).waitFor()
      await page.clock.fastForward(16_000)
      const dialog = page.getByRole('dialog')
      await dialog.getByText('No recent price: the direction cannot be changed now.').waitFor()
      await dialog.getByRole('button', { name: 'Keep waiting' }).click()
      await waiting(page).waitFor()
      await priceAgain()
      await whileTimePasses(dialog.getByText(/^Changing direction closes this call at/).waitFor())
      await dialog.getByRole('button', { name: 'Change direction' }).click()
      await alerts(page).getByText('Edit completed.').waitFor()
      expect((await api.get(VoteDetail, `/votes/${id}`)).voteChoice).toBe('down')
      pageErrors.splice(0)
    })
  })
