import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { bytesOf, type Fetched, kilobytes, ofEditor } from '#tests/load/web/bytes.ts'
import { type Site, START_PATIENCE_MS, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ seeded: true })
}, START_PATIENCE_MS)
afterAll(() => site.stop())
afterEach(() => expect(site.complaints()).toEqual([]))

/** What a first visit of an address fetches of the web build until the landmark is there. */
async function fetchedBy(path: string, landmark: string): Promise<Fetched> {
  const { page } = await site.visit({ path: '/icon.svg', user: 'Mina' })
  return bytesOf(page, async () => {
    await page.goto(site.url + path)
    await page.locator(landmark).first().waitFor()
  })
}

/** Files that were asked for by another file, so that the page had to wait for that one first. */
async function waitedFor(path: string, landmark: string): Promise<string[]> {
  const { page } = await site.visit({ path: '/icon.svg' })
  const [reply, fetched] = await Promise.all([
    fetch(site.url + path),
    bytesOf(page, async () => {
      await page.goto(site.url + path)
      await page.locator(landmark).first().waitFor()
    }),
  ])
  const html = await reply.text()
  const all = [...fetched.js.keys(), ...fetched.css.keys()]
  return all.filter((file) => !html.includes(`"${file}"`))
}

describe('what a first visit fetches, in kB as gzip sends it', () => {
  test('is at most 130 of scripts and 12 of styles at home', async () => {
    const home = await fetchedBy('/', 'article')
    expect(kilobytes(home.js)).toBeWithin(50, 130)
    expect(kilobytes(home.css)).toBeWithin(1, 12)
  })

  test('is at most 190 of scripts on the screen of votes, and 260 of the editor', async () => {
    const votes = await fetchedBy('/vote', 'main h1')
    expect(kilobytes(votes.js)).toBeWithin(100, 190)
    expect(kilobytes(votes.css)).toBeWithin(1, 12)
    const writing = await fetchedBy('/vote/write', '[contenteditable=true]')
    expect(kilobytes(ofEditor(writing.js))).toBeWithin(150, 260)
  })
})

describe('nothing that a screen needs waits for another file', () => {
  test.each([
    ['/', 'article'],
    ['/vote', 'canvas'],
    ['/boards/frees', 'main h1'],
  ])('%s', async (path, landmark) => {
    expect(await waitedFor(path, landmark)).toEqual([])
  })
})
