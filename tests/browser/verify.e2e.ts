import { expect, test } from 'playwright/test'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { receiptFile } from '#tests/receipts/files.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload } from './support/until-ready.ts'

let server: PlannedServer
const site = setUpSite(async () => {
  server = await startPlannedServer([['2026-11-19T00:00:00Z', 100_000]])
  return { server }
})

const asFile = (content: unknown, name = 'receipt.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
})

test('a stranger checks a receipt from a file, and a changed one is refused', async () => {
  const { api } = await server.person('Author')
  const { id, receipt } = await api.call(CreateVoteReply, 'POST', '/votes', {
    targetDate: '2026-11-26T00:00:00.000Z',
    vote: 'up',
    content: '',
  })
  const keys = await (await fetch(`${site.url}/.well-known/tidemark-keys.json`)).json()
  const file = { receipt, tlogProof: null, evidence: null, points: null, ...keys }
  const { page } = await site.open({ path: '/verify' })
  const input = page.getByLabel('Choose receipt.json, or drop it here')
  const outcome = page.getByRole('status').filter({ hasText: /\w/ })
  await input.setInputFiles(asFile(file))
  await expect(outcome).toHaveText(/^Signed by the site/)
  await page.getByText(`${receipt.author}`, { exact: true }).waitFor()
  await page.getByText(/^▲ Up, above \+5% · /).waitFor()

  await input.setInputFiles(asFile({ ...file, receipt: { ...receipt, direction: 'down' } }))
  await expect(outcome).toHaveText(/^This receipt does not verify/)
  await page.getByText('Signature of the receipt: wrong').waitFor()

  await input.setInputFiles(asFile(receiptFile(3)))
  await expect(outcome).toHaveText('Consistent, but from another site.')
  await page.getByText('from the log tidemark.test/calls, not from this site').waitFor()

  for (const other of ['{"a":', { id }, 'x'.repeat(10)]) {
    await input.setInputFiles(asFile(other))
    await page.getByRole('alert').filter({ hasText: 'This file is not a receipt.' }).waitFor()
  }
  await input.setInputFiles(asFile('x'.repeat(1_000_001)))
  await page.getByRole('alert').filter({ hasText: 'too large to be a receipt' }).waitFor()
})

test('witnesses are named only by a site that has some', async () => {
  const { page } = await site.open({ path: '/verify' })
  const claim = page.getByText('The witnesses of the log refuse to cosign such a change.')
  const policy = '/.well-known/tidemark-log.json'
  const { vkeys, ...rest } = await (await fetch(`${site.url}${policy}`)).json()
  await page.getByText(vkeys[0], { exact: true }).waitFor()
  await expect(claim).toHaveCount(0)
  await page.route(`**${policy}`, (route) =>
    route.fulfill({ json: { ...rest, vkeys, witnesses: vkeys } }),
  )
  await reload(page)
  await claim.waitFor()
})

test('the keys of the log are shown, as programs read them', async () => {
  const policy = await (await fetch(`${site.url}/.well-known/tidemark-log.json`)).json()
  const { page } = await site.open({ path: '/verify#keys' })
  await page.getByText(policy.vkeys[0], { exact: true }).waitFor()
})
