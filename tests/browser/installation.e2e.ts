import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { setUpSite } from './support/set-up-site.ts'

const site = setUpSite()

test('the site has a manifest that Chromium accepts, with icons that exist @chromium', async () => {
  const { page, pageErrors } = await site.open({ path: '/terms' })
  const cdp = await page.context().newCDPSession(page)
  const { errors, data, url } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toBe(`${site.url}/manifest.webmanifest`)
  const { icons, display, start_url } = JSON.parse(data ?? '{}')
  expect({ display, start_url }).toEqual({ display: 'standalone', start_url: '/' })
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual([
    'any',
    'any',
    'maskable',
  ])
  for (const { src, sizes } of icons) {
    const side = await page.evaluate(async (path) => {
      const bitmap = await createImageBitmap(await (await fetch(path)).blob())
      return `${bitmap.width}x${bitmap.height}`
    }, src)
    expect([src, side]).toEqual([src, sizes])
  }
  const reply = await fetch(url)
  expect(reply.headers.get('content-type')).toBe('application/manifest+json')
  expect(pageErrors).toEqual([])
})

const OFFER = 'Install Tidemark as an app?'

/** Waits for the part that offers the installation, and dispatches the browser's event. */
async function announce(page: Page): Promise<boolean> {
  await page.waitForFunction(() => localStorage.installOffer !== undefined)
  return page.evaluate(() => {
    const create = Reflect.get(window, 'BeforeInstallPromptEvent')
    const event = new create('beforeinstallprompt', { cancelable: true })
    return !window.dispatchEvent(event)
  })
}

const visited = (url: string) => ({
  cookies: [],
  origins: [{ origin: url, localStorage: [{ name: 'installOffer', value: 'visited' }] }],
})

test.describe('the installation', () => {
  test('is offered at the second visit, until it is answered @chromium', async () => {
    const { page } = await site.open()
    expect(await announce(page)).toBe(true)
    await expect(page.getByText(OFFER)).toHaveCount(0)
    // Another tab is another visit.
    const second = await page.context().newPage()
    await second.goto(site.url)
    expect(await announce(second)).toBe(true)
    await second.getByText(OFFER).waitFor()
    await second.getByRole('button', { name: 'Install', exact: true }).waitFor()
    await second.locator('[data-toast=install]').getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => second.evaluate(() => localStorage.installOffer)).toBe('answered')
    const third = await page.context().newPage()
    await third.goto(site.url)
    await announce(third)
    await expect(third.getByText(OFFER)).toHaveCount(0)
  })

  test('is a hint on an iPhone, in its language @chromium', async () => {
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Safari/604.1'
    const storageState = visited(site.url)
    const phone = await site.open({ userAgent, storageState, locale: 'ko-KR' })
    await phone.page.getByText('공유를 누른 뒤 ‘홈 화면에 추가’를 고르세요.').waitFor()
  })
})
