import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { VoteList } from '#shared/contract/votes.ts'
import { START_PATIENCE_MS } from '#tests/e2e/support/site.ts'
import { type DesktopSite, makeProfile, startDesktopSite } from './support/desktop-site.ts'
import { wholeJourney } from './support/journey.ts'
import { onStandIn } from './support/on-stand-in.ts'

let site: DesktopSite
beforeAll(async () => {
  site = await startDesktopSite(100_000)
}, START_PATIENCE_MS)
afterAll(() => site.stop())
afterEach(async () => expect(await site.leave()).toEqual([]))

describe('a person with the app', () => {
  test.each(['en-US', 'ko-KR'] as const)(
    'signs in, votes, quits, is told of the price, follows a link and logs out (%s)',
    async (locale) => {
      const profile = makeProfile()
      site.movePrice(100_000)
      await wholeJourney({
        browser: site.browser,
        profile: profile.folder,
        locale,
        name: `Mina ${locale}`,
        movePrice: site.movePrice,
        start: async ({ profile, ...options }) =>
          onStandIn(await site.start({ profile, ...options })),
        async newestVote() {
          const { posts } = await site.server.api.get(VoteList, '/votes?page=1')
          return posts[0]?.id ?? 0
        },
      })
      profile.dispose()
    },
    120_000,
  )
})
