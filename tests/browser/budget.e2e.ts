import { expect, test } from 'playwright/test'
import { bytesOf, type Fetched, kilobytes, ofEditor, withoutChart } from '#tests/load/web/bytes.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'

const site = setUpSite({ seeded: true })

/** The files that a first visit of a path fetches until the landmark is visible. */
async function fetchedBy(path: string, landmark: string): Promise<Fetched> {
  const { page } = await site.open({ path: '/icon.svg', user: 'Mina' })
  return bytesOf(page, async () => {
    await page.goto(site.url + path)
    await page.locator(landmark).first().waitFor()
  })
}

/** Files that the page itself does not name, in tags or for its first script. */
async function waitedFor(path: string, landmark: string): Promise<string[]> {
  const { page } = await site.open({ path: '/icon.svg' })
  const [reply, fetched] = await Promise.all([
    fetch(site.url + path),
    bytesOf(page, async () => {
      await page.goto(site.url + path)
      await page.locator(landmark).first().waitFor()
    }),
  ])
  const named = new Set((await reply.text()).match(/\/assets\/[\w.-]+/g))
  const all = [fetched.js, fetched.css].flatMap((files) => [...files.keys()])
  // Loaded at once, but for a time without a network.
  return all.filter((file) => !named.has(file) && !file.startsWith('/assets/offline-notice-'))
}

/** The lower bound fails if the files were not fetched at all. */
function expectBetween(value: number, least: number, most: number): void {
  expect(value).toBeGreaterThanOrEqual(least)
  expect(value).toBeLessThanOrEqual(most)
}

test.describe('the size of a first visit in kB (gzip)', () => {
  test('is at most 160 of scripts and 14 of styles on the home screen', async () => {
    const home = await fetchedBy('/', 'article')
    expectBetween(kilobytes(home.js), 50, 160)
    expectBetween(kilobytes(home.css), 1, 14)
  })

  test('is at most 170 of scripts on the votes screen before its chart, and 270 of the editor', async () => {
    const votes = await fetchedBy('/vote', 'main h1')
    expectBetween(kilobytes(withoutChart(votes.js)), 50, 170)
    expectBetween(kilobytes(votes.css), 1, 14)
    const writing = await fetchedBy('/vote/write', '[contenteditable=true]')
    expectBetween(kilobytes(ofEditor(writing.js)), 150, 270)
  })
})

test.describe('a screen requests all of its files from the page itself', () => {
  for (const [path, landmark] of [
    ['/', 'article'],
    ['/vote', 'main h1'],
    ['/boards/frees', 'main h1'],
  ] as const) {
    test(`${path}`, fullIf(path !== '/vote'), async () => {
      expect(await waitedFor(path, landmark)).toEqual([])
    })
  }
})
