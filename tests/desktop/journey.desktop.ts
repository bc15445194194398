import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { START_TIMEOUT_MS } from '#tests/browser/support/site.ts'
import { createProfile, type DesktopSite, startDesktopSite } from './support/desktop-site.ts'
import { KEYCHAIN_SERVICE, runJourney } from './support/journey.ts'
import { clearKeychain } from './support/keychain-items.ts'
import { onStandIn } from './support/on-stand-in.ts'

let site: DesktopSite
beforeAll(async () => {
  site = await startDesktopSite(100_000)
}, START_TIMEOUT_MS)
afterAll(() => site.stop())
afterEach(async () => expect(await site.leave()).toEqual([]))

describe('a user of the app', () => {
  test.each(['en-US', 'ko-KR'] as const)(
    'signs in, votes, quits, gets a price alert, follows a link and logs out (%s)',
    async (locale) => {
      await clearKeychain(KEYCHAIN_SERVICE)
      const profile = createProfile()
      site.movePrice(100_000)
      await runJourney({
        browser: site.browser,
        profile: profile.folder,
        locale,
        name: `Mina ${locale}`,
        movePrice: site.movePrice,
        start: async ({ profile, ...options }) =>
          onStandIn(await site.start({ profile, ...options })),
        newestVote: site.newestVote,
      })
      profile.dispose()
    },
    120_000,
  )
})
