import type { Page, Route } from 'playwright'
import { expect, test } from 'playwright/test'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { visit } from './support/until-ready.ts'
import { alerts, choose, noteOf, openEditor, refuse, voteButton } from './support/vote-page.ts'

let server: TestServer
const site = setUpSite(async () => {
  server = await startTestServer()
  return { server }
})

test.describe('a vote that is not saved', () => {
  const fulfil = (page: Page, answer: (route: Route) => Promise<void>) =>
    page.route('**/api/v1/votes?repeated=stored&unpriced=ask', answer, { times: 1 })

  for (const [code, status, text] of [
    ['NO_REFERENCE', 503, 'The reference price of this round is not known yet.'],
    [
      'CONTENT_TOO_LONG',
      413,
      'The text is too long: at most 32,767 characters with its formatting.',
    ],
    ['RATE_LIMITED', 429, 'Too many requests. Try again later.'],
    ['INTERNAL', 500, 'Vote failed due to server error.'],
  ] as const) {
    test(`for ${code} shows why and keeps the form`, fullIf(code !== 'NO_REFERENCE'), async () => {
      const { page, pageErrors } = await openEditor(site, `Refused ${status}`)
      await choose(page, 'Steady')
      const note = await noteOf(page, 'Note')
      await note.click()
      await note.fill('Still here')
      await fulfil(page, refuse(status, code))
      await voteButton(page).click()
      await page.getByRole('alert').getByText(text).waitFor()
      await expect(page.getByRole('radio', { name: 'Steady' })).toBeChecked()
      await voteButton(page).click()
      await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Still here' }).first().waitFor()
      pageErrors.splice(0)
    })
  }

  test('shows that the server does not answer', async () => {
    const { page, pageErrors } = await openEditor(site, 'Cut off')
    await choose(page, 'Up')
    await fulfil(page, (route) => route.abort())
    await voteButton(page).click()
    await page.getByRole('alert').getByText('Vote failed due to server error.').waitFor()
    expect(pageErrors.splice(0).join()).toContain('ERR_FAILED')
    await visit(page, `${site.url}/vote`)
  })

  test("shows the server's message on success false, else a general one", async () => {
    const { page } = await openEditor(site, 'Said no')
    await choose(page, 'Up')
    await fulfil(page, (route) =>
      route.fulfill({ json: { success: false, message: 'Not today.' } }),
    )
    await voteButton(page).click()
    await page.getByRole('alert').getByText('Not today.').waitFor()
    await fulfil(page, (route) => route.fulfill({ json: { success: false } }))
    await voteButton(page).click()
    await page.getByRole('alert').getByText('An error occurred while saving the vote.').waitFor()
    await expect(page).toHaveURL(/\/vote\/write$/)
  })

  test('keeps the draft for the next login when the session has ended', async () => {
    const { page, pageErrors } = await openEditor(site, 'Expired')
    await choose(page, 'Up')
    await page.evaluate(() => {
      localStorage.refreshToken = 'not-a-token'
    })
    await fulfil(page, refuse(401, 'TOKEN_EXPIRED'))
    await voteButton(page).click()
    await alerts(page).getByText('Session has expired [Old refreshToken]').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/login')
    pageErrors.splice(0)
  })
})
