import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { choose } from '#tests/browser/support/vote-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { DesktopApp, DesktopStart, Shown } from './desktop-app.ts'
import { itemsOf } from './keychain-items.ts'
import { TEXTS, type Words } from './texts.ts'
import { browserAt, signInInBrowser } from './user-browser.ts'

/** Service name in the keychain. */
export const KEYCHAIN_SERVICE = 'app.tidemark.desktop'

/** A request that was under way when its user signed out, in the console of the page. */
export const OVERTAKEN_BY_LOGOUT = /^Failed to load resource: .* status of 401 /

/** Environment of a journey, which runs on Bun and on Node. */
export interface JourneyOptions {
  start(options: DesktopStart): Promise<DesktopApp>
  /** The user's system browser. */
  browser: Browser
  profile: string
  locale: 'en-US' | 'ko-KR'
  /** The user's name; new to the site. */
  name: string
  /** Moves the market price. */
  movePrice(price: number): void | Promise<void>
  /** Id of the newest vote. */
  newestVote(): Promise<number>
}

/** Waits until the tray menu contains a line or a match. */
export async function waitForTrayLine(app: DesktopApp, line: string | RegExp): Promise<void> {
  let lines: string[] = []
  const look = async () => {
    lines = await app.trayLines()
  }
  const isThere = () =>
    typeof line === 'string' ? lines.includes(line) : lines.some((one) => line.test(one))
  await eventually(isThere, {
    step: look,
    what: `the tray shows "${line}"`,
  })
}

/** Signs in through the system browser until the header shows the name. */
export async function signIn(
  app: DesktopApp,
  browser: Browser,
  name: string,
  words: Words = TEXTS['en-US'],
): Promise<Page> {
  const page = await app.page()
  await page.getByRole('link', { name: words.login, exact: true }).click()
  const before = (await app.opened()).length
  await page.getByRole('button', { name: words.signIn }).click()
  await page.getByText(words.waiting).waitFor()
  const browserPage = await browserAt(browser, app, before + 1)
  match(await signInInBrowser(browserPage, name), new RegExp(words.signedIn))
  await page.getByRole('banner').getByText(name, { exact: true }).waitFor()
  return page
}

/** Votes "up" without a note, starting at home. */
async function vote(page: Page, words: Words): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: words.votes, exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: words.vote }).click()
  await choose(page, words.up)
  await page.getByRole('main').getByRole('button', { name: words.vote }).click()
  await page.waitForURL('**/vote')
}

/** A user's first days with the app, from first start to logout. */
export async function runJourney(options: JourneyOptions): Promise<void> {
  const { start, browser, profile, locale, name, movePrice, newestVote } = options
  const words = TEXTS[locale]
  // Its price alert is shown at any hour. The stand-in has its userData in a folder of the profile.
  for (const folder of [profile, join(profile, 'userData')]) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ hasQuietHours: false }))
  }

  // First start: a guest sees the market.
  const first = await start({ profile, locale })
  const page = await first.page()
  await page.getByRole('link', { name: words.login, exact: true }).waitFor()
  await waitForTrayLine(first, words.guest)
  deepEqual(itemsOf(KEYCHAIN_SERVICE), [])

  // The refresh token is in the keychain and not readable by a page.
  await signIn(first, browser, name, words)
  await waitForTrayLine(first, words.notVoted)
  await eventually(() => itemsOf(KEYCHAIN_SERVICE).length === 1)
  doesNotMatch(
    await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
    /refresh/i,
  )

  await vote(page, words)
  await waitForTrayLine(first, words.ownVote)
  deepEqual(await first.quit(), [])

  // Hidden start: no window, session restored.
  const second = await start({ profile, locale, args: ['--hidden'] })
  await waitForTrayLine(second, words.ownVote)
  equal(await second.windows(), 0)

  // The price leaves the band, and the call becomes right.
  let shown: Shown[] = []
  const look = async () => {
    shown = await second.notifications()
  }
  await movePrice(106_000)
  await eventually(() => shown.some(({ title }) => words.becameRight.test(title)), {
    step: look,
    what: 'an alert reports that the call became right',
  })
  equal(await second.windows(), 0)
  await second.clickNotification()
  const again = await second.page()
  await again.getByRole('banner').getByText(name, { exact: true }).waitFor()

  // A deep link opens the vote in the same window.
  const id = await newestVote()
  await second.openLink(`tidemark://vote/view/${id}`)
  await again.waitForURL(`**/vote/view/${id}`)
  await again.getByRole('main').getByText(`[${id}]`).first().waitFor()
  equal(await second.windows(), 1)

  // Logout leaves no secret behind.
  await again.getByRole('banner').getByRole('link').first().click()
  await again.waitForURL((url) => url.pathname === '/')
  await again.getByRole('button', { name: words.logout }).click()
  await again.getByRole('link', { name: words.login, exact: true }).waitFor()
  await eventually(() => itemsOf(KEYCHAIN_SERVICE).length === 0)
  await waitForTrayLine(second, words.guest)
  await second.chooseInTray(words.quit)
  deepEqual(await second.quit(), [])

  const third = await start({ profile, locale })
  await (await third.page()).getByRole('link', { name: words.login, exact: true }).waitFor()
  deepEqual(await third.quit(), [])
}
