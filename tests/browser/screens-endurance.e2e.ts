import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { liveObjectsOf } from './support/live-objects.ts'
import { setUpSite } from './support/set-up-site.ts'

const ROUNDS = 200
/** The first rounds fill caches and compile the code. */
const WARM_UP = 40
/** Growth that is no leak: messages of the console and the screen before, at most this many bytes. */
const HEAP_SLACK = 600_000

// The newest call's note is gated: the browser reports its refused request.
const site = setUpSite({ seeded: true, expectedErrors: /status of 403/ })

/** Follows a link, and waits for the screen that it leads to. */
async function follow(page: Page, link: string, path: RegExp): Promise<void> {
  await page.locator(link).first().click()
  await page.waitForURL(({ pathname }) => path.test(pathname))
  await page.locator('main h1').first().waitFor()
}

/** Through every kind of screen, by links alone, and back home. */
async function goRound(page: Page): Promise<void> {
  await follow(page, 'header a[href="/vote"]', /^\/vote$/)
  await follow(page, 'main a.row-link', /^\/vote\/view\//)
  await follow(page, 'header a[href="/rounds"]', /^\/rounds$/)
  await follow(page, 'main a.row-link', /^\/rounds\/./)
  await follow(page, 'header a[href="/ranking"]', /^\/ranking$/)
  await follow(page, 'main a[href^="/u/"]', /^\/u\//)
  await follow(page, 'header a[href^="/boards"]', /^\/boards\/\w+$/)
  await follow(page, 'main a.row-link', /^\/boards\/\w+\/view\//)
  await follow(page, 'footer a[href="/rules"]', /^\/rules$/)
  await follow(page, 'header a[href="/profile"]', /^\/profile$/)
  await follow(page, 'header a[href="/"]', /^\/$/)
}

test('200 rounds through all screens leave heap, nodes and listeners as they were', {
  tag: '@full',
}, async () => {
  test.setTimeout(30 * 60_000)
  const { page } = await site.open({ user: 'Mina', viewport: { width: 1280, height: 900 } })
  const count = await liveObjectsOf(page)
  for (let round = 0; round < WARM_UP; round++) await goRound(page)
  const before = await count()
  for (let round = 0; round < ROUNDS; round++) await goRound(page)
  const after = await count()
  expect(after.heap - before.heap).toBeLessThan(HEAP_SLACK)
  expect(Math.abs(after.nodes - before.nodes)).toBeLessThan(0.05 * before.nodes)
  expect(Math.abs(after.listeners - before.listeners)).toBeLessThan(0.05 * before.listeners)
})
