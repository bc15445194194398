import { expect, test } from 'playwright/test'
import { untilQuiet } from '#tests/support/quiet-network.ts'
import { observeShifts } from './support/layout-shifts.ts'
import { setUpSite } from './support/set-up-site.ts'
import { visit } from './support/until-ready.ts'

const LIMIT = 0.02
const site = setUpSite()
let paths: string[] = []

test.beforeAll(async () => {
  const author = await site.apiUser('Author')
  const text = '<p>Title</p><p>One line</p><ul><li>two</li><li>three</li></ul>'
  await author.vote('up', text)
  const { data } = await author.api.votes.get({ query: { page: 1 } })
  let post = 0
  for (let number = 0; number < 4; number++) post = await author.post('suggestions', text)
  paths = [`/boards/suggestions/view/${post}`, `/vote/view/${data?.posts[0]?.id}`, '/donation']
})

for (const width of [375, 1440]) {
  test(`deep links at ${width} px load without a layout shift above ${LIMIT}`, async () => {
    const viewport = { width, height: 800 }
    const { page } = await site.open({ path: '/terms', user: 'Author', viewport })
    const total = await observeShifts(page)
    for (const path of paths) {
      await untilQuiet(page, async () => {
        await page.goto(site.url + path)
        await page.getByRole('heading', { level: 1 }).waitFor()
      })
      expect.soft(await total(), path).toBeLessThanOrEqual(LIMIT)
    }
  })
}

const PUBLIC = ['/', '/vote', '/rounds', '/ranking', '/rules', '/boards/suggestions']

test('public pages load for a guest on a phone without a layout shift above 0.01', async () => {
  const { page } = await site.open({ path: '/icon.svg', viewport: { width: 375, height: 800 } })
  const total = await observeShifts(page)
  for (const path of PUBLIC) {
    await untilQuiet(page, () => visit(page, site.url + path))
    expect.soft(await total(), path).toBeLessThanOrEqual(0.01)
  }
})
