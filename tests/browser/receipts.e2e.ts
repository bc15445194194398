import { expect, test } from 'playwright/test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload, visit } from './support/until-ready.ts'

let server: PlannedServer
const site = setUpSite(async () => {
  server = await startPlannedServer([['2026-11-19T00:00:00Z', 100_000]])
  return { server, expectedErrors: /net::ERR_FAILED/ }
})

/** The page of a new vote of `user`, who is signed in there. */
async function openVoteOf(user: string) {
  const { api } = await server.person(user)
  const { id } = await api.call(CreateVoteReply, 'POST', '/votes', {
    targetDate: '2026-11-26T00:00:00.000Z',
    vote: 'up',
    content: '',
  })
  const { page } = await site.open({ user, path: `/vote/view/${id}` })
  return page
}

test('the keys of the first check are remembered, and another one is named until it is trusted', async () => {
  const page = await openVoteOf('Keyholder')
  const verify = page.getByRole('button', { name: 'Receipt · Verify' })
  const open = async () => {
    await reload(page)
    await verify.click()
  }
  const outcome = page.getByRole('status').filter({ hasText: /Signed by|Consistent/ })
  await verify.click()
  await expect(outcome).toHaveText(/^Signed by the site/)
  await page.getByText('This device remembers it and warns of another one.').waitFor()
  await open()
  await expect(outcome).toHaveText(/^Signed by the site/)
  await expect(page.getByText('This device remembers it')).toHaveCount(0)

  const stored = await page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.endsWith('receipt-keys')) ?? ''
    const value = localStorage.getItem(name)
    localStorage.setItem(name, '0'.repeat(64))
    return value
  })
  expect(stored).toMatch(/^[\da-f]{64}$/)
  await open()
  await expect(outcome).toHaveText(/signed by a key that this device has not seen before/)
  await page.getByText(stored ?? '').waitFor()
  await page.getByRole('button', { name: 'Trust this key' }).click()
  await expect(outcome).toHaveText(/^Signed by the site/)
})

test('a repeated check that finds no connection leaves the receipt on the page', async () => {
  const page = await openVoteOf('Offline')
  await page.getByRole('button', { name: 'Receipt · Verify' }).click()
  const outcome = page.getByRole('status').filter({ hasText: /^Signed by the site/ })
  await outcome.waitFor()
  const proof = '**/votes/*/proof'
  await page.route(proof, (route) => route.abort())
  // The page checks again when its window returns to the front.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  const failure = page.getByRole('alert').filter({ hasText: 'could not be verified again' })
  await failure.waitFor()
  await expect(outcome).toBeVisible()
  await page.unroute(proof)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toHaveCount(0)
  await expect(outcome).toBeVisible()
})

test('a receipt of the site that differs from the kept one is an alarm, until its author accepts it', async () => {
  const { page } = await site.open({ user: 'Rewritten', path: '/vote/write' })
  await page.getByRole('radio', { name: 'Up' }).check()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Make a call|Call it)$/ })
    .click()
  await page.waitForURL('**/vote')
  const { database } = server.infrastructure
  const newest = statement('SELECT max(id) AS id FROM vote', { id: column.int })
  const id = (await database.query(newest))[0]?.id ?? 0
  await visit(page, `${site.url}/vote/view/${id}`)
  const verify = page.getByRole('button', { name: 'Receipt · Verify' })
  const alarm = page.getByRole('alert').filter({ hasText: 'shows another receipt' })
  await verify.click()
  await page.getByText('Checked against the receipt that was kept on this device.').waitFor()
  await expect(alarm).toHaveCount(0)

  await database.query(
    statement("UPDATE vote SET choice = 'down', accepted = now() WHERE id = $1"),
    [id],
  )
  await reload(page)
  await verify.click()
  await alarm.waitFor()
  await alarm.getByText(/^▲ Up, above \+5% · /).waitFor()
  await alarm.getByText(/^▼ Down, below −5% · /).waitFor()
  const files = page.waitForEvent('download')
  await alarm.getByRole('button', { name: 'Download both' }).click()
  expect((await files).suggestedFilename()).toBe(`receipts-${id}.json`)
  await alarm.getByRole('button', { name: 'Accept the new one' }).click()
  await expect(alarm).toHaveCount(0)
  await reload(page)
  await verify.click()
  await page.getByText('Checked against the receipt that was kept on this device.').waitFor()
  await expect(alarm).toHaveCount(0)
})
