import { expect } from 'bun:test'
import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { choose } from '#tests/browser/support/vote-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { DesktopApp, DesktopStart, Shown } from './desktop-app.ts'
import { browserAt, signInThere } from './persons-browser.ts'
import { itemsOf } from './secret-service.ts'
import { WORDS, type Words } from './words.ts'

/** The name under which a person finds the app in their keychain. */
export const KEYCHAIN_SERVICE = 'app.tidemark.desktop'

/** What a journey needs around the app. */
export interface Surroundings {
  start(options: DesktopStart): Promise<DesktopApp>
  /** The person's browser, which is not the app's. */
  browser: Browser
  profile: string
  locale: 'en-US' | 'ko-KR'
  /** Who the person is; nobody who has been here before. */
  name: string
  /** Moves the price of the market. */
  movePrice(price: number): void
  /** The id of the newest vote. */
  newestVote(): Promise<number>
}

/** Waits until the menu of the tray has a line, or one that matches. */
export async function untilTraySays(app: DesktopApp, line: string | RegExp): Promise<void> {
  let lines: string[] = []
  const look = async () => {
    lines = await app.trayLines()
  }
  const isThere = () =>
    typeof line === 'string' ? lines.includes(line) : lines.some((one) => line.test(one))
  await eventually(isThere, {
    step: () => void look(),
    what: `the tray says "${line}"`,
  })
}

/** From the login screen through the person's browser and back, until the header knows the name. */
export async function signIn(
  app: DesktopApp,
  browser: Browser,
  name: string,
  words: Words = WORDS['en-US'],
): Promise<Page> {
  const page = await app.page()
  await page.getByRole('link', { name: words.login, exact: true }).click()
  const before = (await app.opened()).length
  await page.getByRole('button', { name: words.signIn }).click()
  await page.getByText(words.waiting).waitFor()
  const there = await browserAt(browser, app, before + 1)
  expect(await signInThere(there, name)).toContain(words.signedIn)
  await page.getByRole('banner').getByText(name, { exact: true }).waitFor()
  return page
}

/** Votes "up" without a note, from home. */
async function vote(page: Page, words: Words): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: words.votes, exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: words.vote, exact: true }).click()
  await choose(page, words.up)
  await page.getByRole('main').getByRole('button', { name: words.vote, exact: true }).click()
  await page.waitForURL('**/vote')
}

/** A person's first days with the app, from the first start to the last logout. */
export async function wholeJourney(around: Surroundings): Promise<void> {
  const { start, browser, profile, locale, name, movePrice, newestVote } = around
  const words = WORDS[locale]
  mkdirSync(profile, { recursive: true })

  // The first start: a guest, with the market before them.
  const first = await start({ profile, locale })
  const page = await first.page()
  await page.getByRole('link', { name: words.login, exact: true }).waitFor()
  await untilTraySays(first, words.guest)
  expect(itemsOf(KEYCHAIN_SERVICE)).toEqual([])

  // Through the browser; the long-lived secret is in the keychain, and nowhere a page can read.
  await signIn(first, browser, name, words)
  await untilTraySays(first, words.notVoted)
  await eventually(() => itemsOf(KEYCHAIN_SERVICE).length === 1)
  expect(
    await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toMatch(/refresh/i)

  await vote(page, words)
  await untilTraySays(first, words.voted)
  expect(await first.quit()).toEqual([])

  // The next start is hidden: no window, and the person is known.
  const second = await start({ profile, locale, args: ['--hidden'] })
  await untilTraySays(second, words.voted)
  expect(await second.windows()).toBe(0)

  // The price leaves the band.
  let shown: Shown[] = []
  const look = async () => {
    shown = await second.notifications()
  }
  movePrice(106_000)
  await eventually(() => shown.some(({ title }) => words.bandUp.test(title)), {
    step: () => void look(),
    what: 'an alert tells that the price left the band',
  })
  expect(await second.windows()).toBe(0)
  await second.clickNotification()
  const again = await second.page()
  await again.getByRole('banner').getByText(name, { exact: true }).waitFor()

  // A link from elsewhere opens the vote in the same window.
  const id = await newestVote()
  await second.openLink(`tidemark://vote/view/${id}`)
  await again.waitForURL(`**/vote/view/${id}`)
  await again.getByRole('main').getByText(`[${id}]`).first().waitFor()
  expect(await second.windows()).toBe(1)

  // Logging out leaves no secret behind.
  await again.getByRole('banner').getByRole('link').first().click()
  await again.waitForURL((url) => url.pathname === '/')
  await again.getByRole('button', { name: words.logout }).click()
  await again.getByRole('link', { name: words.login, exact: true }).waitFor()
  await eventually(() => itemsOf(KEYCHAIN_SERVICE).length === 0)
  await untilTraySays(second, words.guest)
  await second.chooseInTray(words.quit)
  expect(await second.quit()).toEqual([])

  const third = await start({ profile, locale })
  await (await third.page()).getByRole('link', { name: words.login, exact: true }).waitFor()
  expect(await third.quit()).toEqual([])
}
