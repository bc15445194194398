import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'

const site = setUpSite({ seeded: true, expectedErrors: /net::ERR_INTERNET_DISCONNECTED/ })

const price = (page: Page) => page.getByTestId('price')

/** Waits until the service worker has stored the files of the build. */
const isStored = (page: Page) =>
  page.evaluate(async () => Boolean(await navigator.serviceWorker.ready))

const stored = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const caught = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    )
    return { paths: caught.flat().map((url) => new URL(url).pathname), local: { ...localStorage } }
  })

/** Keys of the replies that the page stores when it is left now. */
async function storedKeys(page: Page): Promise<unknown[][]> {
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  const { persistedQueries } = (await stored(page)).local
  return JSON.parse(persistedQueries ?? '{"queries":[]}').queries.map(
    ({ key }: { key: unknown[] }) => key,
  )
}

test.describe('without a network', () => {
  for (const [locale, offline, rules, heading] of [
    ['en-US', 'Offline · as of', 'Rules', 'How Tidemark works'],
    ['ko-KR', '오프라인 ·', '규칙', '규칙'],
  ] as const) {
    test(
      `the site starts with the last known prices, and refreshes when it is back (${locale})`,
      fullIf(locale === 'ko-KR'),
      async () => {
        const { page } = await site.open({ serviceWorkers: 'allow', locale })
        await isStored(page)
        await expect(page.getByRole('article')).toHaveCount(2)
        await page.waitForFunction(() => document.querySelector('[data-testid=price]'))
        const known = await textOf(price(page))
        await page.goto('about:blank')

        await page.context().setOffline(true)
        await page.goto(site.url)
        await page.getByRole('status').filter({ hasText: offline }).waitFor()
        await expect(page.getByRole('article')).toHaveCount(2)
        await expect.poll(() => textOf(price(page))).toMatch(/^[\d,]+\.\d\d$/)
        expect(known).toMatch(/^[\d,]+\.\d\d$/)
        // A screen that this browser has never shown.
        await page.getByRole('contentinfo').getByRole('link', { name: rules, exact: true }).click()
        await page.getByRole('heading', { level: 1, name: heading }).waitFor()
        await page.goBack()

        await page.context().setOffline(false)
        await page.getByRole('status').filter({ hasText: offline }).waitFor({ state: 'hidden' })
        const shown = await textOf(price(page))
        await expect(price(page)).not.toHaveText(shown)
        await expect(page.locator('meta[name=offline]')).toHaveCount(1)
      },
    )
  }

  test('nothing of a person is stored, and a sign-out removes the last known prices', async () => {
    const { page } = await site.open({ serviceWorkers: 'allow', user: 'Mina', path: '/profile' })
    await isStored(page)
    await page.goto(`${site.url}/`)
    await expect.poll(() => storedKeys(page)).toContainEqual(['summary'])
    const { paths } = await stored(page)
    expect(paths).toContain('/index.html')
    expect(paths.filter((path) => /^\/(api|profile)/.test(path))).toEqual([])
    const keys = await storedKeys(page)
    expect(keys.filter(([name]) => /profile|notifications|sessions/.test(`${name}`))).toEqual([])
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Login' }).waitFor()
    await expect.poll(async () => (await stored(page)).local.persistedQueries).toBeUndefined()
  })
})

test('a record is not stored any longer once its account is deleted', async () => {
  const { api } = await site.apiUser('Leaver')
  const { nickname = '', uniqueCode = '' } = (await api.profile.get()).data ?? {}
  const { page, pageErrors } = await site.open({ path: `/u/${uniqueCode}` })
  await expect.poll(() => storedKeys(page)).toContainEqual(['users', uniqueCode])
  await api.account.delete({ nickname })
  await expect.poll(() => storedKeys(page)).not.toContainEqual(['users', uniqueCode])
  // Its last requests may still be refused.
  await page.goto('about:blank')
  expect(pageErrors.splice(0).every((line) => line.includes('404'))).toBe(true)
})

test('a sign-in works where the worker takes part in each navigation', async () => {
  const { page } = await site.open({ serviceWorkers: 'allow', path: '/terms' })
  const controls = () => navigator.serviceWorker.controller !== null
  await expect.poll(() => page.evaluate(controls)).toBe(true)
  await page.goto(`${site.url}/login`)
  await page.getByRole('main').getByRole('button', { name: 'Try it here' }).click()
  await page.locator('#name').fill('Worker')
  await page.locator('button[value=sign-in]').click()
  await page.getByRole('banner').getByRole('link', { name: 'Worker', exact: true }).waitFor()
})

test('a file that the worker has no room for is shown @chromium', async () => {
  const { page } = await site.open({ serviceWorkers: 'allow', user: 'Full' })
  await isStored(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: 1_000 })
  await page.goto(`${site.url}/vote/write`)
  await page.locator('[contenteditable=true]').first().waitFor()
})

test('the page of another build, as an update can bring it, is not stored', async () => {
  const { page } = await site.open({ serviceWorkers: 'allow', path: '/icon.svg' })
  const build = (html: string) => /index-[\w-]+\.js/.exec(html)?.[0]
  const html = await (await fetch(`${site.url}/index.html`)).text()
  let sent = 0
  await page.context().route('**/index.html', async (route) => {
    const body = html.replaceAll(build(html) ?? '', 'index-other.js')
    await route.fulfill({ contentType: 'text/html', body })
    sent += 1
  })
  await page.goto(`${site.url}/terms`)
  await expect.poll(() => sent).toBe(1)
  const isRegistered = async () => Boolean(await navigator.serviceWorker.getRegistration())
  await expect.poll(() => page.evaluate(isRegistered)).toBe(false)
  await page.context().unroute('**/index.html')
  await page.goto(`${site.url}/terms`)
  await isStored(page)
  const shell = await page.evaluate(async () => (await caches.match('/index.html'))?.text())
  expect(build(shell ?? '')).toBe(build(html))
})

test('the worker of a new build replaces the old one, and removes all files but the last build’s', async () => {
  const { page } = await site.open({ serviceWorkers: 'allow', path: '/terms' })
  const controller = () => navigator.serviceWorker.controller?.scriptURL
  await expect.poll(() => page.evaluate(controller)).toBe(`${site.url}/sw.js`)
  await page.evaluate(async () => {
    for (const build of ['shell-oldest', 'shell-last']) {
      const files = await caches.open(build)
      await files.put(`/assets/${build}.js`, new Response(build))
    }
    // Another address of the script makes another worker, as another build does.
    await navigator.serviceWorker.register('/sw.js?old', { scope: '/' })
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  const expectReplacement = async (script: string) => {
    const installed = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        return [registration?.waiting, registration?.active].map((worker) => worker?.scriptURL)
      })
    await expect.poll(installed).toContain(script)
    // Chromium does so with an idle worker by itself, but not while a debugger, as of this test, is attached.
    await devtools.send('ServiceWorker.stopAllWorkers')
    await expect.poll(() => page.evaluate(controller)).toBe(script)
  }
  await expectReplacement(`${site.url}/sw.js?old`)
  await page.goto(`${site.url}/terms`)
  await expectReplacement(`${site.url}/sw.js`)
  const names = () => page.evaluate(() => caches.keys())
  await expect.poll(names).not.toContain('shell-oldest')
  await expect.poll(names).toContain('shell-last')
  // Pages of the last build still load their parts.
  const part = () => page.evaluate(async () => (await fetch('/assets/shell-last.js')).text())
  expect(await part()).toBe('shell-last')
})
