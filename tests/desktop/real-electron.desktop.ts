import { afterAll, afterEach, beforeAll, describe, test } from 'bun:test'
import { findElectron } from '#build/setup/electron.mjs'
import { type AppCopy, copyApp } from './stand-in/app-copy.ts'
import { KEYCHAIN_SERVICE, runJourney } from './support/journey.ts'
import { clearKeychain } from './support/keychain-items.ts'
import { endElectron, startElectron } from './support/on-electron.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'

const electron = findElectron()
/** Only Linux starts one program in another language than the system's. */
const locales = process.platform === 'linux' ? (['en-US', 'ko-KR'] as const) : (['en-US'] as const)

/** The journeys of `journey.desktop.ts` on real Electron; only where its binary is installed. */
describe.skipIf(!electron)(
  'real Electron (requires its binary: npm run desktop fetches it)',
  () => {
    const site = setUpDesktopSite({ price: 100_000 })
    let copy: AppCopy
    beforeAll(() => {
      copy = copyApp(site.server.url, { usesStandIn: false })
    })
    afterEach(endElectron)
    afterAll(() => copy.dispose())

    test.each(locales)(
      'a user signs in, votes, quits, gets a price alert, follows a link and logs out (%s)',
      async (locale) => {
        await clearKeychain(KEYCHAIN_SERVICE)
        site.movePrice(100_000)
        await runJourney({
          browser: site.browser,
          profile: site.profile.folder,
          locale,
          name: `Jun ${locale}`,
          movePrice: site.movePrice,
          start: (options) => startElectron(electron ?? '', copy.folder, options),
          newestVote: site.newestVote,
        })
      },
      240_000,
    )
  },
)
