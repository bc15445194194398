import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { KEYS_PATH } from '#shared/contract/endpoints.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { receiptFile, treeReceiptFile } from '#tests/receipts/files.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import { testKey } from '#tests/support/test-signer.ts'
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

const inputOf = (page: Page) => page.getByLabel('Choose receipt.json, or drop it here')
const outcomeOf = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ })

/** The file of a new vote of `name`, as saved before the close. */
async function fileOf(name: string) {
  const { api } = await server.person(name)
  const { receipt } = await api.call(CreateVoteReply, 'POST', '/votes', {
    targetDate: '2026-11-26T00:00:00.000Z',
    vote: 'up',
    content: '',
  })
  const keys = await (await fetch(site.url + KEYS_PATH)).json()
  return { receipt, tlogProof: null, evidence: null, points: null, ...keys }
}

test('a stranger checks a receipt from a file, and a changed one is refused', async () => {
  const file = await fileOf('Author')
  const { receipt } = file
  const { page } = await site.open({ path: '/verify' })
  const [input, outcome] = [inputOf(page), outcomeOf(page)]
  await input.setInputFiles(asFile(file))
  await expect(outcome).toHaveText('Signed by the site. It enters the log when its round closes.')
  await page.getByText(`${receipt.author}`, { exact: true }).waitFor()
  await page.getByText(/^▲ Up, above \+5% · /).waitFor()

  await input.setInputFiles(asFile({ ...file, receipt: { ...receipt, direction: 'down' } }))
  await expect(outcome).toHaveText(/^This receipt does not verify/)
  await page.getByText('Signature of the receipt: wrong').waitFor()

  await input.setInputFiles(asFile(receiptFile(3)))
  await expect(outcome).toHaveText('Consistent, but from another site.')
  await page.getByText('from the log tidemark.test/calls, not from this site').waitFor()

  for (const other of ['{"a":', { id: 1 }, 'x'.repeat(10)]) {
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

const LANGUAGES = [
  [
    'en-US',
    {
      input: 'Choose receipt.json, or drop it here',
      outcome:
        /^Verified for its round alone: .* This file does not prove that it is in the log\.$/,
      steps: ['Path to the root of the tree: correct', 'Signature of the root: correct'],
      renew: 'Get a new receipt.json from the page of the call.',
    },
  ],
  [
    'ko-KR',
    {
      input: 'receipt.json을 선택하거나 여기에 끌어다 놓으세요',
      outcome: /^라운드 안에서만 확인됨: .* 로그에 들어 있다는 것은 이 파일로 증명되지 않습니다\.$/,
      steps: ['트리 루트까지의 경로: 일치', '루트의 서명: 일치'],
      renew: '예측 페이지에서 receipt.json을 새로 내려받으세요.',
    },
  ],
] as const

for (const [locale, text] of LANGUAGES) {
  test(`a file of a round with a tree of its own proves nothing about the log (${locale})`, async () => {
    const { page } = await site.open({ path: '/verify', locale })
    await page.route(`**${KEYS_PATH}`, (route) => route.fulfill({ json: { keys: [testKey()] } }))
    await page.getByLabel(text.input).setInputFiles(asFile(treeReceiptFile(3)))
    await expect(outcomeOf(page)).toHaveText(text.outcome)
    for (const shown of [...text.steps, text.renew]) await page.getByText(shown).waitFor()
  })
}

test('a file that was saved before the close says so after it', async () => {
  const file = await fileOf('Early')
  await server.jump('2026-11-23T00:10:01.000Z')
  const { page } = await site.open({ path: '/verify' })
  await inputOf(page).setInputFiles(asFile(file))
  await expect(outcomeOf(page)).toHaveText(
    'Signed by the site. Its round has closed, but this receipt has no proof that the call is in the log.',
  )
  await page.getByText('Get a new receipt.json from the page of the call.').waitFor()
})
