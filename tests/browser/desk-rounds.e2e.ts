import { expect, test } from 'playwright/test'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { advanceUntil } from './support/advance-until.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { alerts, choose, noteOf, voteButton } from './support/vote-page.ts'

let server: TestServer
const site = setUpSite(async () => {
  server = await startTestServer()
  // The access token has expired after the jump.
  return { server, expectedErrors: /status of 401/ }
})

test('follows a change of the round while it is open, and two rounds that settle at once', async () => {
  const { page } = await site.open({ path: '/desk', user: 'Stayer' })
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const open = region('Rounds').getByRole('article').first()
  await open.getByText('Thu, Nov 26, 09:00').waitFor()
  await choose(page, 'Steady')
  await voteButton(page).click()
  await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
  await expect(open).toContainText(/worth [+−]?\d+ points now/)
  const writer = (await site.open({ path: '/desk', user: 'Writer' })).page
  await choose(writer, 'Down')
  await writer.getByRole('button', { name: 'Add a note' }).click()
  await (await noteOf(writer, 'Note')).click()
  await writer.keyboard.type('Begun in the old round')

  // From Saturday to the second Thursday after it: the rounds of Monday and Thursday settle together.
  const next = open.getByText('Thu, Dec 3, 09:00')
  await advanceUntil(server, '2026-11-26T00:00:10.000Z', () => next.waitFor())
  const settled = region('Live').getByRole('listitem').filter({ hasText: 'Settled' })
  await expect(settled).toHaveCount(2)
  await expect(settled.first()).toContainText(/Thu, Nov 26, 09:00\s*You: [+−]\d+/)
  await expect(settled.last()).toContainText('Mon, Nov 23, 09:00')
  // The new round takes a vote, and the waiting one was not called.
  await expect(page.getByRole('radio', { name: 'Up' })).toBeVisible()
  await expect
    .poll(() => textOf(region('Rounds').getByRole('article').last()))
    .toContain('You did not call this round.')
  await expect(region('Your open calls')).toContainText('No open calls.')

  // Whoever writes is asked before the call moves to it.
  await writer.getByRole('alert').getByRole('button', { name: 'Go to the new round' }).click()
  await expect(writer.getByRole('radio', { name: 'Down' })).toBeChecked()
  await expect(await noteOf(writer, 'Note')).toHaveText('Begun in the old round')
})
