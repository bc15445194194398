import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { ensureChromium } from '#build/setup/chromium.mjs'
import { waitUntilLoaded } from '#tests/browser/support/axe.ts'
import { runningClock } from '#tests/browser/support/running-clock.ts'
import { launchBrowser, startSite } from '#tests/browser/support/site.ts'
import { ADMIN, addContent, type SiteContent } from '#tests/browser/support/site-content.ts'
import { contactSheet, type Picture } from './contact-sheet.ts'
import type { Screen, Viewer } from './screen.ts'
import { blockScreens } from './screens/blocks.ts'
import { boardScreens } from './screens/boards.ts'
import { deskScreens } from './screens/desk.ts'
import { desktopScreens } from './screens/desktop.ts'
import { homeScreens } from './screens/home.ts'
import { moderationScreens } from './screens/moderation.ts'
import { pageScreens } from './screens/pages.ts'
import { replyScreens } from './screens/replies.ts'
import { trayScreens } from './screens/tray.ts'
import { troubleScreens } from './screens/trouble.ts'
import { voteScreens } from './screens/votes.ts'

// npm run screens                   every screen, theme, language and width, into screens/
// npm run screens -- home boards    the screens whose name begins with one of these

/** A Saturday inside a Thursday round, the time of demo data and simulated prices. */
const NOW = '2026-11-21T02:30:00Z'
const WIDTHS = [1440, 375]
const THEMES = ['light', 'dark'] as const
const LOCALES = ['en-US', 'ko-KR']
const FOLDER = 'screens'

const wanted = process.argv.slice(2)
const screens = [
  ...homeScreens,
  ...voteScreens,
  ...deskScreens,
  ...boardScreens,
  ...replyScreens,
  ...blockScreens,
  ...moderationScreens,
  ...pageScreens,
  ...troubleScreens,
  ...desktopScreens,
  ...trayScreens,
].filter(({ name }) => wanted.length === 0 || wanted.some((begin) => name.startsWith(begin)))

// The full browser draws what a user sees.
const browser = await launchBrowser(ensureChromium())
const site = await startSite(browser, {
  seeded: true,
  clock: runningClock(NOW),
  settings: {
    ADMIN_EMAILS: ADMIN,
    // Examples from BIP-173 and EIP-55.
    DONATION_BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    DONATION_ETH: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  },
})
const data = await addContent(site)
const users: Record<Viewer, string | null> = {
  guest: null,
  voter: data.voter,
  newcomer: 'Newcomer',
  admin: ADMIN,
}
const pictures: Picture[] = []
mkdirSync(FOLDER, { recursive: true })

async function open(viewer: Viewer, locale: string): Promise<Page> {
  const user = users[viewer]
  const { page } = await site.open({
    locale,
    path: '/login',
    reducedMotion: 'reduce',
    ...(user !== null && { user }),
  })
  return page
}

/** Captures the screen in every width and theme. */
async function capture(page: Page, screen: Screen, locale: string): Promise<void> {
  const widths = [...WIDTHS, ...(screen.moreWidths ?? [])]
  const sizes = widths.map((width) => ({ width, height: width > 600 ? 900 : 812 }))
  for (const size of screen.onlySize ? [screen.onlySize] : sizes) {
    const { width } = size
    await page.setViewportSize(size)
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      const file = `${screen.name}-${theme}-${locale}-${width}.png`
      await page.screenshot({ path: join(FOLDER, file), fullPage: !screen.isWindow })
      pictures.push({ file, screen: screen.name, locale, theme, width })
    }
  }
}

async function take(page: Page, screen: Screen, locale: string, ids: SiteContent): Promise<void> {
  await screen.prepare?.(page, ids)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(site.url + screen.path(ids))
  await waitUntilLoaded(page)
  await screen.arrange?.(page, ids)
  await capture(page, screen, locale)
}

const failed: string[] = []
for (const locale of LOCALES) {
  const pages = new Map<Viewer, Page>()
  for (const screen of screens) {
    const known = pages.get(screen.viewer)
    const page = screen.prepare || !known ? await open(screen.viewer, locale) : known
    if (!screen.prepare) pages.set(screen.viewer, page)
    await take(page, screen, locale, data).catch((error: unknown) => {
      failed.push(`${screen.name} ${locale}: ${error}`)
    })
    if (screen.prepare) await page.context().close()
  }
  for (const page of pages.values()) await page.context().close()
}
for (const theme of THEMES) {
  writeFileSync(join(FOLDER, `${theme}.html`), contactSheet(theme, pictures))
}
await site.stop()
await browser.close()
console.log(`${pictures.length} screenshots are in ${FOLDER}/; see light.html and dark.html`)
for (const line of failed) console.error(line)
process.exit(failed.length > 0 ? 1 : 0)
