import { expect, test } from 'playwright/test'
import { findViolations, report, type View } from './support/axe.ts'
import { bridgeCalls, openDesktopWindow, sessionOf } from './support/fake-bridge.ts'
import { setUpSite } from './support/set-up-site.ts'
import { alerts, noteOf, voteButton } from './support/vote-page.ts'

const site = setUpSite({ seeded: true })

test('each panel of the desk opens in a window of its own, in the app only', async () => {
  const { page } = await openDesktopWindow(site, { hasStream: true }, { path: '/desk' })
  for (const [name, panel] of [
    ['Your open calls', 'calls'],
    ['Rounds', 'rounds'],
    ['Live', 'live'],
  ]) {
    await page.getByRole('button', { name: `Open ${name} in its own window` }).click()
    await expect.poll(() => bridgeCalls(page)).toContain(`window:panel ${panel}`)
  }
  const browser = await site.open({ path: '/desk' })
  await browser.page.getByRole('heading', { name: 'Rounds' }).waitFor()
  await expect(browser.page.getByRole('button', { name: /in its own window/ })).toHaveCount(0)
})

test('a browser has no such windows', async () => {
  const { page } = await site.open({ path: '/window/live' })
  await expect(page).toHaveURL(`${site.url}/`)
})

test('links of a panel open in the main window, by mouse and by keyboard', async () => {
  const { page } = await openDesktopWindow(site, { hasStream: true }, { path: '/window/live' })
  await expect(page).toHaveTitle('Live · Tidemark')
  await page.getByRole('link', { name: 'All calls' }).click()
  await expect.poll(() => bridgeCalls(page)).toContain('window:open /vote')
  const post = page.getByRole('listitem').getByRole('link', { name: /./ }).first()
  const path = new URL((await post.getAttribute('href')) ?? '', site.url).pathname
  await post.press('Enter')
  await expect.poll(() => bridgeCalls(page)).toContain(`window:open ${path}`)
  expect(new URL(page.url()).pathname).toBe('/window/live')
})

test('a member votes with a note in the window of the rounds', async () => {
  const session = await sessionOf(site, 'Docked')
  const { page } = await openDesktopWindow(
    site,
    { hasStream: true, session },
    { path: '/window/rounds', viewport: { width: 480, height: 760 } },
  )
  await page.getByRole('radio', { name: 'Up' }).check()
  await page.getByRole('button', { name: 'Add a note' }).click()
  await (await noteOf(page, 'Note')).fill('From the second monitor')
  await voteButton(page).click()
  await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
  await expect(page.getByRole('article').first()).toContainText('Up')
  expect(new URL(page.url()).pathname).toBe('/window/rounds')
})

const SIZES = {
  desk: { width: 1100, height: 600 },
  calls: { width: 340, height: 220 },
  rounds: { width: 360, height: 400 },
  live: { width: 300, height: 280 },
}
for (const [panel, viewport] of Object.entries(SIZES)) {
  test(`the smallest window of ${panel} scrolls in one direction and breaks no accessibility rule`, async () => {
    const session = await sessionOf(site, 'Undecided')
    const { page } = await openDesktopWindow(
      site,
      { hasStream: true, session },
      { path: `/window/${panel}`, viewport },
    )
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    const views = (['light', 'dark'] as const).map(
      (colorScheme): View => ({ width: viewport.width, colorScheme }),
    )
    expect(report(await findViolations(page, `/window/${panel}`, views))).toBe('')
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBe(0)
  })
}
