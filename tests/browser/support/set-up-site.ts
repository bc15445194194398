import { expect, test } from 'playwright/test'
import {
  type OpenedPage,
  type RunningSite,
  type Site,
  type SiteOptions,
  startSite,
} from './site.ts'

export interface SetUpSiteOptions extends SiteOptions {
  /** Page errors that are part of a test, such as the browser's own line about a refused request. */
  expectedErrors?: RegExp
}

/**
 * A site for the tests of this file or `describe` block, started before the first and stopped after
 * the last of them. Pages that a test opens are closed after it; pages opened in `beforeAll` stay
 * open. A test fails if a page has errors that it did not take out of `pageErrors`.
 */
export function setUpSite(
  options: SetUpSiteOptions | (() => Promise<SetUpSiteOptions>) = {},
): Site {
  let site: RunningSite | undefined
  let expectedErrors: RegExp | undefined
  let openedBefore: readonly OpenedPage[] = []
  const started = () => {
    if (!site) throw new Error('the site is started in beforeAll: use it in hooks and tests')
    return site
  }

  test.beforeAll(async ({ browser }) => {
    const resolved = typeof options === 'function' ? await options() : options
    expectedErrors = resolved.expectedErrors
    site = await startSite(browser, resolved)
  })
  test.beforeEach(() => {
    openedBefore = [...started().openPages()]
  })
  test.afterEach(async () => {
    const pages = [...started().openPages()]
    const errors = pages.flatMap(({ pageErrors }) => pageErrors.splice(0))
    const ofTest = pages.filter((page) => !openedBefore.includes(page))
    await Promise.all(ofTest.map(started().close))
    expect(errors.filter((text) => !expectedErrors?.test(text))).toEqual([])
  })
  test.afterAll(() => site?.stop())

  return {
    get url() {
      return started().url
    },
    open: (pageOptions) => started().open(pageOptions),
    apiUser: (name) => started().apiUser(name),
    openPages: () => started().openPages(),
    close: (opened) => started().close(opened),
  }
}
