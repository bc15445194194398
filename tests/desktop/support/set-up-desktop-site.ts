import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'bun:test'
import { START_TIMEOUT_MS } from '#tests/browser/support/time-limits.ts'
import type { RunningApp } from '#tests/desktop/stand-in/start.ts'
import {
  createProfile,
  type DesktopSite,
  type Profile,
  type RunningDesktopSite,
  startDesktopSite,
} from './desktop-site.ts'

interface SetUpDesktopSiteOptions {
  /** The first price of a market that `movePrice` moves; the simulated market by default. */
  price?: number
  /** Page errors that are part of the tests. */
  expectedErrors?: RegExp
}

/**
 * A server and a browser for the tests of this file or `describe` block, started before the first and
 * stopped after the last of them. Apps that a test starts are stopped after it, and its profile is
 * deleted; those of `beforeAll` stay. A test fails if a page of its apps has unexpected errors.
 */
export function setUpDesktopSite({
  price,
  expectedErrors,
}: SetUpDesktopSiteOptions = {}): DesktopSite {
  let site: RunningDesktopSite | undefined
  let profile: Profile | undefined
  let before: { apps: readonly RunningApp[]; profile: Profile | undefined } | undefined
  const started = () => {
    if (!site) throw new Error('the site is started in beforeAll: use it in hooks and tests')
    return site
  }

  beforeAll(async () => {
    site = await startDesktopSite(price)
  }, START_TIMEOUT_MS)
  beforeEach(() => {
    before ??= { apps: started().apps(), profile }
  })
  afterEach(async () => {
    const errors = await started().leave(before?.apps)
    if (profile !== before?.profile) profile?.dispose()
    profile = before?.profile
    expect(errors.filter((text) => !expectedErrors?.test(text))).toEqual([])
  })
  afterAll(async () => {
    await site?.stop()
    profile?.dispose()
  })

  return {
    get server() {
      return started().server
    },
    get browser() {
      return started().browser
    },
    get profile() {
      profile ??= createProfile()
      return profile
    },
    movePrice: (next) => started().movePrice(next),
    reachPrice: (next) => started().reachPrice(next),
    newestVote: () => started().newestVote(),
    start: (options) => started().start(options),
  }
}
