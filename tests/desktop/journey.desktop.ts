import { describe, test } from 'bun:test'
import { inEnglish } from './support/in-english.ts'
import { KEYCHAIN_SERVICE, OVERTAKEN_BY_LOGOUT, runJourney } from './support/journey.ts'
import { clearKeychain } from './support/keychain-items.ts'
import { onStandIn } from './support/on-stand-in.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'

const site = setUpDesktopSite({ price: 100_000, expectedErrors: OVERTAKEN_BY_LOGOUT })

describe('a user of the app', () => {
  test.each(inEnglish([['en-US'], ['ko-KR']] as const))(
    'signs in, votes, quits, gets a price alert, follows a link and logs out (%s)',
    async (locale) => {
      await clearKeychain(KEYCHAIN_SERVICE)
      site.movePrice(100_000)
      await runJourney({
        browser: site.browser,
        profile: site.profile.folder,
        locale,
        name: `Mina ${locale}`,
        movePrice: site.movePrice,
        start: async ({ profile, ...options }) =>
          onStandIn(await site.start({ profile, ...options })),
        newestVote: site.newestVote,
      })
    },
    120_000,
  )
})
