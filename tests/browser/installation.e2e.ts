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

const visited = (url: string, more: { name: string; value: string }[] = []) => ({
  cookies: [],
  origins: [{ origin: url, localStorage: [{ name: 'installOffer', value: 'visited' }, ...more] }],
})

/** A chosen language, which the page mirrors in a cookie. */
const CHOSEN = { name: 'userLocale', value: 'en-US' }
const KOREAN = { name: 'userLocale', value: 'ko-KR' }

/** Loads the page again; resolves when the parts that load late have started. */
async function reload(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.reload()
  // The mirror of the language starts with the offer.
  await page.waitForFunction(() => document.cookie.includes('userLocale'))
}

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
    const storageState = visited(site.url, [{ name: 'userColours', value: 'korean' }])
    const phone = await site.open({ userAgent, storageState, locale: 'ko-KR' })
    await phone.page.getByText('공유를 누른 뒤 ‘홈 화면에 추가’를 고르세요.').waitFor()
  })

  test('is not offered in the installed app @chromium', async () => {
    const { page } = await site.open({ path: '/terms', storageState: visited(site.url, [CHOSEN]) })
    await reload(page)
    expect(await announce(page)).toBe(true)
    await page.getByText(OFFER).waitFor()
    // Chromium cannot emulate this media feature.
    await page.addInitScript(() => {
      const match = window.matchMedia.bind(window)
      window.matchMedia = (query) => match(query.includes('standalone') ? 'all' : query)
    })
    await reload(page)
    await announce(page)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await page.getByText(OFFER).count()).toBe(0)
  })

  test('is offered to Korean readers after the question for colors @chromium', async () => {
    const { page } = await site.open({ storageState: visited(site.url, [KOREAN]), locale: 'ko-KR' })
    const question = page.getByRole('region', { name: '상승·보합·하락을 어떤 색으로 볼까요?' })
    const offer = page.locator('[data-toast=install]')
    await reload(page)
    await question.waitFor()
    await announce(page)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await offer.count()).toBe(0)
    await question.getByRole('button', { name: '국내 시장' }).click()
    await question.waitFor({ state: 'hidden' })
    await reload(page)
    await announce(page)
    await offer.waitFor()
    expect(await question.count()).toBe(0)
  })
})
