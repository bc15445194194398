import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { statement } from '#api/infrastructure/database/sql.ts'
import { START_TIMEOUT_MS } from '#tests/browser/support/time-limits.ts'
import { addPushDevice } from '#tests/support/push-person.ts'
import { pushService } from '#tests/support/push-service.ts'
import type { Person } from '#tests/support/test-server.ts'
import { signIn } from './support/journey.ts'
import { onStandIn } from './support/on-stand-in.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'

const ORIGIN = 'http://tidemark.localhost'
const NAME = 'Owner'

/** The server allows the origins of production only; a refused preflight is an error of the page. */
const site = setUpDesktopSite()
let page: Page
let elsewhere: Person

beforeAll(async () => {
  const app = await site.start()
  page = await signIn(onStandIn(app), site.browser, NAME)
  // The same person in a browser.
  elsewhere = await site.server.person(NAME)
}, START_TIMEOUT_MS)

const confirm = async (name: string) => {
  await page.getByRole('dialog').getByRole('button', { name }).click()
}

test('a device that gets notifications is removed', async () => {
  await addPushDevice(elsewhere, pushService())
  await page.goto(`${ORIGIN}/settings/alerts`)
  await page.getByRole('button', { name: /^Remove: / }).click()
  await page.getByText('The device gets no more notifications.').waitFor()
})

test('a sign-in method is removed', async () => {
  const insert = `INSERT INTO identity (user_id, issuer, subject, login_method, created, last_used)
    VALUES ($1, 'https://provider.example', 'second', 'other', now(), now())`
  await site.server.infrastructure.database.query(statement(insert), [elsewhere.id])
  await page.goto(`${ORIGIN}/settings/account`)
  const list = page.getByRole('list', { name: 'Sign-in methods' })
  await list
    .getByRole('listitem')
    .last()
    .getByRole('button', { name: /^Remove: / })
    .click()
  await confirm('Remove')
  await page.getByText('The only sign-in method cannot be removed.').waitFor()
})

test('a session elsewhere is ended', async () => {
  await page.goto(`${ORIGIN}/settings/account`)
  await page.getByRole('button', { name: /^Sign out: / }).click()
  await page.getByText('Signed out.').waitFor()
  expect((await elsewhere.api.raw('GET', '/profile')).status).toBe(401)
})

test('the account is deleted', async () => {
  await page.goto(`${ORIGIN}/settings/account`)
  await page.getByLabel(`Type your nickname to confirm: ${NAME}`).fill(NAME)
  await page.getByRole('button', { name: 'Delete account for good' }).click()
  await page.getByText('Your account is deleted.').waitFor()
})
