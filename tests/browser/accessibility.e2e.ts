import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { PATHS, pathPattern } from '#shared/rules/paths.ts'
import {
  type Finding,
  findViolations,
  report,
  VIEWS,
  type View,
  waitUntilLoaded,
} from './support/axe.ts'
import { setUpSite } from './support/set-up-site.ts'
import { ADMIN, addContent, type SiteContent } from './support/site-content.ts'
import { visit } from './support/until-ready.ts'

const PHONE = { width: 375, height: 812 }
/** Screens of wide windows, of the desktop app, and one that leads on at once. */
const ELSEWHERE: string[] = [
  PATHS.loginCallback,
  PATHS.desk,
  PATHS.mini,
  PATHS.voteWindow,
  PATHS.chart,
  PATHS.panel,
]

/** One person goes through all screens. */
const TIMEOUT_MS = 600_000
const LOCALES = ['en-US', 'ko-KR'] as const
const BOARDS = ['frees', 'notices', 'suggestions'] as const

// The browser logs each 401, 403 and 404 as an error.
const site = setUpSite({
  seeded: true,
  settings: { ADMIN_EMAILS: ADMIN },
  expectedErrors: / 40[134] /,
})
let data: SiteContent
test.beforeAll(async () => {
  data = await addContent(site)
})

interface Viewer {
  name: string
  user: () => string | undefined
  /** One screen of each kind, for `npm test`. */
  kinds: () => string[]
  /** All others. */
  others: () => string[]
}

const viewers: Viewer[] = [
  {
    name: 'a guest',
    user: () => undefined,
    kinds: () => [
      '/',
      '/vote',
      '/boards/notices',
      `/boards/suggestions/view/${data.suggestion}`,
      '/donation',
      '/search?q=demo',
      '/terms',
      '/login',
      '/rules',
      '/status',
      '/verify',
      '/rounds',
      data.settledRound,
    ],
    others: () => [
      '/boards',
      '/boards/frees',
      '/boards/suggestions',
      '/boards/suggestions?page=99',
      '/modlog',
      `/boards/notices/view/${data.notice}`,
      '/privacy',
      // Where the login dialog is shown instead.
      '/vote/write',
      `/vote/view/${data.otherVote}`,
      `/vote/edit/${data.ownVote}`,
      `/boards/frees/view/${data.post}`,
      `/boards/frees/edit/${data.post}`,
      ...BOARDS.map((board) => `/boards/${board}/write`),
    ],
  },
  {
    name: 'a member who has voted',
    user: () => data.voter,
    kinds: () => [
      '/profile',
      '/notifications',
      '/settings/account',
      '/settings/alerts',
      '/week/2026-47',
      `/vote/view/${data.settledVote}`,
      `/vote/edit/${data.ownVote}`,
      `/boards/frees/view/${data.post}`,
      `/boards/suggestions/view/${data.hiddenPost}`,
    ],
    others: () => [
      '/',
      '/vote',
      '/boards/frees',
      `/vote/view/${data.otherVote}`,
      `/vote/view/${data.ownVote}`,
      `/boards/frees/edit/${data.post}`,
      '/boards/frees/write',
      '/boards/suggestions/write',
    ],
  },
  {
    name: 'a member who has not voted',
    user: () => 'Newcomer',
    kinds: () => ['/vote/write', '/ranking', `/u/${data.rankedCode}`],
    others: () => [`/vote/view/${data.otherVote}`, `/boards/suggestions/view/${data.hiddenPost}`],
  },
  {
    name: 'an admin',
    user: () => ADMIN,
    kinds: () => ['/boards/notices/write', '/admin', `/admin/reports/${data.openCase}`],
    others: () => [
      '/admin/reports',
      '/admin/reports?tab=closed',
      '/admin/reports?tab=appeals',
      '/boards/notices',
      `/boards/notices/edit/${data.notice}`,
    ],
  },
]

async function openAs({ user }: Viewer, locale: string): Promise<Page> {
  const name = user()
  const { page } = await site.open({
    path: '/icon.svg',
    locale,
    reducedMotion: 'reduce',
    ...(name && { user: name }),
  })
  return page
}

/** Loads a screen and looks for violations in `views`, and whether it is wider than a phone. */
async function findingsOn(page: Page, path: string, viewer: Viewer, views: readonly View[]) {
  await visit(page, site.url + path)
  await waitUntilLoaded(page)
  const found = await findViolations(page, `${path} for ${viewer.name}`, views)
  await page.setViewportSize(PHONE)
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(width, path).toBe(PHONE.width)
  return found
}

test('every route is looked at', () => {
  const seen = viewers.flatMap(({ kinds, others }) => [...kinds(), ...others()])
  const isSeen = (path: string) =>
    seen.some((one) => pathPattern(path).test(one.split('?')[0] ?? ''))
  expect(Object.values(PATHS).filter((path) => !isSeen(path))).toEqual(ELSEWHERE)
})

test.describe('no screen has an axe violation or is wider than a phone', () => {
  for (const viewer of viewers) {
    test(`for ${viewer.name}, each kind of screen once with languages, widths and themes mixed`, async () => {
      test.setTimeout(TIMEOUT_MS)
      const pages = [await openAs(viewer, 'en-US'), await openAs(viewer, 'ko-KR')]
      const found: Finding[] = []
      for (const [index, path] of viewer.kinds().entries()) {
        const page = pages[index % 2]
        // Two screens a view, one in each language.
        const view = VIEWS[Math.floor(index / 2) % VIEWS.length]
        if (!page || !view) continue
        found.push(...(await findingsOn(page, path, viewer, [view])))
      }
      expect(report(found)).toBe('')
    })

    for (const locale of LOCALES) {
      test(`for ${viewer.name} in ${locale}, in every width and theme`, {
        tag: '@full',
      }, async () => {
        test.setTimeout(TIMEOUT_MS)
        const page = await openAs(viewer, locale)
        const found: Finding[] = []
        for (const path of [...viewer.kinds(), ...viewer.others()]) {
          found.push(...(await findingsOn(page, path, viewer, VIEWS)))
        }
        expect(report(found)).toBe('')
      })
    }
  }
})
