import { expect, test } from 'playwright/test'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { advanceUntil } from './support/advance-until.ts'
import { NEWCOMERS } from './support/newcomers.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { visit } from './support/until-ready.ts'
import { alerts } from './support/vote-page.ts'

let server: TestServer
const site = setUpSite(async () => {
  server = await startTestServer()
  // The access token of the first visit has expired at the second one.
  return { server, expectedErrors: /status of 401/ }
})

for (const text of NEWCOMERS) {
  test(`a newcomer learns the rules, calls, returns and finds the result (${text.locale})`, async () => {
    const { page } = await site.open({ locale: text.locale })
    const main = page.getByRole('main')
    const region = (name: string) => page.getByRole('region', { name, exact: true })

    const steps = region(text.steps)
    await expect.poll(() => textOf(steps)).toMatch(text.stepsText)
    await steps.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: text.rulesTitle }).waitFor()
    await page.getByRole('heading', { name: text.fairness }).waitFor()

    await page.getByRole('link', { name: text.login, exact: true }).click()
    await main.getByRole('button', { name: text.provider }).click()
    await page.locator('#name').fill(text.name)
    await page.locator('button[value=sign-in]').click()
    await page.getByRole('banner').getByText(text.name, { exact: true }).waitFor()

    await visit(page, site.url)
    await main.getByRole('link', { name: text.vote, exact: true }).first().click()
    await page.getByRole('radio', { name: text.direction, exact: true }).check()
    await main.getByRole('button', { name: text.submit, exact: true }).click()
    await alerts(page).getByText(text.saved, { exact: true }).waitFor()

    await visit(page, site.url)
    const call = region(text.call).filter({ hasText: text.direction })
    await expect.poll(() => textOf(call)).toMatch(text.worth)
    for (const name of text.next) await call.getByText(name, { exact: true }).waitFor()

    await page.goto('about:blank')
    await server.jump(text.round.targetDate)
    await visit(page, site.url)
    const banner = region(text.banner)
    await advanceUntil(server, text.round.returns, () => banner.waitFor())
    await expect.poll(() => textOf(banner)).toMatch(text.result)

    await visit(page, `${site.url}/profile`)
    await page.getByRole('link', { name: text.record }).click()
    await page.getByRole('heading', { level: 1, name: text.name }).waitFor()
    await page.getByText(text.early, { exact: true }).waitFor()
    await expect.poll(() => textOf(region(text.calls))).toMatch(text.settled)
  })
}
