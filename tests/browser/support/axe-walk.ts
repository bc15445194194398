import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { type Finding, lookEverywhere, report, settled } from './everywhere.ts'
import { ADMIN, type FilledSite, fillSite } from './filled-site.ts'
import { type Site, START_PATIENCE_MS, startSite } from './site.ts'

/** One person goes through all screens in two widths and two themes. */
const WALK_MS = 180_000

const BOARDS = ['frees', 'notices', 'suggestions'] as const

/** What everybody may see. */
const open = (data: FilledSite) => [
  '/',
  '/vote',
  '/boards/frees',
  '/boards/notices',
  '/boards/suggestions',
  '/boards/suggestions?page=99',
  `/boards/notices/view/${data.notice}`,
  `/boards/suggestions/view/${data.suggestion}`,
  '/donation',
  '/terms',
  '/privacy',
]

/** What a guest is shown of it, or instead of it: the question to log in. */
const closed = (data: FilledSite) => [
  '/login',
  '/vote/write',
  `/vote/view/${data.otherVote}`,
  `/vote/edit/${data.ownVote}`,
  `/boards/frees/view/${data.post}`,
  `/boards/frees/edit/${data.post}`,
  ...BOARDS.map((board) => `/boards/${board}/write`),
]

/** What somebody who has voted sees. */
const own = (data: FilledSite) => [
  '/',
  '/vote',
  '/boards/frees',
  '/profile',
  `/vote/view/${data.otherVote}`,
  `/vote/view/${data.ownVote}`,
  `/vote/view/${data.settledVote}`,
  `/vote/edit/${data.ownVote}`,
  `/boards/frees/view/${data.post}`,
  `/boards/frees/edit/${data.post}`,
  '/boards/frees/write',
  '/boards/suggestions/write',
]

/** Has every screen in one language held against axe, for everybody who may see it. */
export function walkAllScreens(locale: string): void {
  let site: Site
  let data: FilledSite
  beforeAll(async () => {
    site = await startSite({ seeded: true, settings: { ADMIN_EMAILS: ADMIN } })
    data = await fillSite(site)
  }, START_PATIENCE_MS)
  afterAll(() => site.stop())
  // What a guest may not see, the browser notes by itself.
  afterEach(() => expect(site.complaints().filter((text) => !/ 40[13] /.test(text))).toEqual([]))

  const visit = async (user?: string): Promise<Page> => {
    const { page } = await site.visit({ locale, reducedMotion: 'reduce', ...(user && { user }) })
    return page
  }
  const walk = async (page: Page, paths: readonly string[], who: string): Promise<Finding[]> => {
    const found: Finding[] = []
    for (const path of paths) {
      await page.goto(site.url + path)
      await settled(page)
      found.push(...(await lookEverywhere(page, `${path} as ${who}`)))
    }
    return found
  }
  const none = (found: readonly Finding[]) => expect(report(found)).toBe('')

  test(
    'no screen breaks a rule for a guest',
    async () => none(await walk(await visit(), [...open(data), ...closed(data)], 'a guest')),
    WALK_MS,
  )

  test(
    'no screen breaks a rule for somebody who has voted',
    async () => none(await walk(await visit(data.voter), own(data), 'a voter')),
    WALK_MS,
  )

  test(
    'no screen breaks a rule for somebody who has not voted yet, or for an admin',
    async () => {
      const paths = ['/vote/write', `/vote/view/${data.otherVote}`]
      const found = await walk(await visit('Newcomer'), paths, 'a newcomer')
      const notices = ['', '/write', `/edit/${data.notice}`].map((end) => `/boards/notices${end}`)
      found.push(...(await walk(await visit(ADMIN), notices, 'an admin')))
      none(found)
    },
    WALK_MS,
  )
}
