import { afterAll, beforeAll, describe, test } from 'bun:test'
import { findElectron } from '#build/setup/electron.mjs'
import { START_TIMEOUT_MS } from '#tests/browser/support/site.ts'
import { type AppCopy, copyApp } from './stand-in/app-copy.ts'
import { createProfile, type DesktopSite, startDesktopSite } from './support/desktop-site.ts'
import { KEYCHAIN_SERVICE, runJourney } from './support/journey.ts'
import { clearKeychain } from './support/keychain-items.ts'
import { startElectron } from './support/on-electron.ts'

const electron = findElectron()
/** Only Linux starts one program in another language than the system's. */
const locales = process.platform === 'linux' ? (['en-US', 'ko-KR'] as const) : (['en-US'] as const)

/** The journeys of `journey.desktop.ts` on real Electron; only where its binary is installed. */
describe('real Electron (requires its binary: npm run desktop fetches it)', () => {
  let site: DesktopSite
  let copy: AppCopy
  beforeAll(async () => {
    if (!electron) return
    site = await startDesktopSite(100_000)
    copy = copyApp(site.server.url, { usesStandIn: false })
  }, START_TIMEOUT_MS)
  afterAll(async () => {
    if (!electron) return
    copy.dispose()
    await site.stop()
  })

  test.skipIf(!electron).each(locales)(
    'a user signs in, votes, quits, gets a price alert, follows a link and logs out (%s)',
    async (locale) => {
      await clearKeychain(KEYCHAIN_SERVICE)
      const profile = createProfile()
      site.movePrice(100_000)
      await runJourney({
        browser: site.browser,
        profile: profile.folder,
        locale,
        name: `Jun ${locale}`,
        movePrice: site.movePrice,
        start: (options) => startElectron(electron ?? '', copy.folder, options),
        newestVote: site.newestVote,
      })
      profile.dispose()
    },
    240_000,
  )
})
