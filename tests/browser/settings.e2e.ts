import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { untilQuiet } from '#tests/support/quiet-network.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload, visit } from './support/until-ready.ts'

const site = setUpSite()

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const openSettings = async (page: Page, name = 'Settings') => {
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog', { name }).waitFor()
}

test.describe('language', () => {
  test('follows the browser, can be chosen and is remembered', async () => {
    const { page } = await site.open({ locale: 'ko-KR' })
    await page.getByText('뒤 예측 마감').waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('ko-KR')
    await page.getByLabel('언어').selectOption('English')
    await page.getByText('closes in').waitFor()
    await reload(page)
    await page.getByText('closes in').waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.userLocale)).toBe('en-US')
  })

  test('is English for other browser languages', async () => {
    const { page } = await site.open({ locale: 'fr-FR' })
    await page.getByText('closes in').waitFor()
  })
})

test.describe('the settings', () => {
  test('change the theme at once and before the next first paint', async () => {
    const { page } = await site.open({ colorScheme: 'dark' })
    await page.getByText('closes in').waitFor()
    const dark = await background(page)
    await openSettings(page)
    await page.getByRole('radio', { name: 'Light' }).check()
    await expect.poll(() => background(page)).not.toBe(dark)
    const light = await background(page)
    await page.reload({ waitUntil: 'commit' })
    // The page is empty until the choice has been read, so any first paint has it.
    await page.locator('#root > *').first().waitFor()
    expect(await background(page)).toBe(light)
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
  })

  test('open by keyboard, close by Escape and return the focus', async () => {
    const { page } = await site.open()
    const gear = page.getByRole('button', { name: 'Settings' })
    await gear.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect(gear).toBeFocused()
  })

  test('ask Korean readers once for the direction colors, with swatches', async () => {
    const { page } = await site.open({ locale: 'ko-KR' })
    const question = page.getByRole('region', { name: '상승·보합·하락을 어떤 색으로 볼까요?' })
    await question.getByRole('button', { name: '국내 시장' }).click()
    await page.locator('html[data-colors=korean]').waitFor()
    await question.waitFor({ state: 'hidden' })
    await untilQuiet(page, async () => {
      await reload(page)
      await page.getByRole('region', { name: '최근 글' }).waitFor()
    })
    await expect(question).toHaveCount(0)
  })

  test('change the direction colors in every tab, and Reset restores them', async () => {
    const { page } = await site.open({ locale: 'ko-KR', colorScheme: 'light' })
    const other = await page.context().newPage()
    await visit(other, site.url)
    const up = (of: Page) =>
      of
        .getByRole('article')
        .first()
        .getByText('상승')
        .first()
        .evaluate((element) => getComputedStyle(element).color)
    const blue = 'rgb(26, 92, 200)'
    await expect.poll(() => up(other)).toBe(blue)
    await openSettings(page, '설정')
    await page.getByRole('radio', { name: '국내 시장' }).check()
    await other.locator('html[data-colors=korean]').waitFor()
    await expect.poll(() => up(other)).toBe('rgb(189, 42, 42)')
    await page.getByRole('radio', { name: '다크' }).check()
    await other.locator('html[data-theme=dark]').waitFor()
    await page.getByRole('radio', { name: 'English' }).check()
    await other.getByText('closes in').waitFor()
    await page.getByRole('button', { name: 'Reset to defaults' }).click()
    await page.getByText('방향 색상').waitFor()
    await other.locator('html[data-colors=classic][data-theme=system]').waitFor()
    await other.getByText('뒤 예측 마감').waitFor()
    await expect.poll(() => up(other)).toBe(blue)
    const stored = () => page.evaluate(() => Object.keys(localStorage))
    const own = async () =>
      (await stored()).filter((key) => !/^(installOffer|persistedQueries)$/.test(key))
    await expect.poll(own).toEqual([])
  })
})

/** The analytics events that the page sends. */
async function collectEvents(page: Page): Promise<Record<string, unknown>[]> {
  const events: Record<string, unknown>[] = []
  await page.route('**/api/v1/events', async (route) => {
    events.push(...route.request().postDataJSON().events)
    await route.continue()
  })
  return events
}

/** Fires pagehide, on which the page sends its queued events, then makes another request. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(async () => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
    await fetch('/livez')
  })
}

test.describe('analytics', () => {
  test('sends the event and the route pattern, nothing else', async () => {
    const { page, pageErrors } = await site.open({ path: '/vote/view/7' })
    const events = await collectEvents(page)
    await reload(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
    await page.getByRole('link', { name: 'Tidemark, home' }).click()
    await page.getByRole('article').first().getByRole('button').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Language').selectOption('한국어')
    await page.getByText('뒤 예측 마감').waitFor()
    await page.evaluate(() => dispatchEvent(new ErrorEvent('error')))
    await leave(page)
    const common = { platform: 'web', locale: 'en-US' }
    // The event of the first load may be sent while it is reloaded.
    const sent = () => events.slice(events.findIndex(({ name }) => name === 'reload'))
    await expect.poll(sent).toEqual([
      { name: 'reload', route: '/vote/view/:id', ...common },
      { name: 'page_view', route: '/vote/view/:id', ...common },
      { name: 'page_view', route: '/vote', ...common },
      { name: 'page_view', route: '/', ...common },
      { name: 'modal_open', route: '/', ...common },
      { name: 'lang_change', route: '/', ...common, locale: 'ko-KR' },
      { name: 'error', route: '/', ...common, locale: 'ko-KR' },
    ])
    // There is no vote 7.
    expect(pageErrors.splice(0).filter((text) => !text.includes(' 404 '))).toEqual([])
  })

  for (const [signal, setSignal] of [
    ['Do Not Track', () => Object.defineProperty(navigator, 'doNotTrack', { value: '1' })],
    [
      'Global Privacy Control',
      () => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    ],
  ] as const) {
    test(`sends nothing with ${signal}`, async () => {
      const { page } = await site.open()
      const events = await collectEvents(page)
      await page.addInitScript(setSignal)
      await reload(page)
      await page.getByText('closes in').waitFor()
      await leave(page)
      expect(events).toEqual([])
    })
  }

  test('can be switched off and on', async () => {
    const { page } = await site.open()
    const events = await collectEvents(page)
    await openSettings(page)
    await page.getByText('no cookies and nothing about who you are').waitFor()
    await page.getByRole('checkbox', { name: 'Share anonymous usage counts' }).uncheck()
    // What was counted before may have been sent before.
    events.splice(0)
    await reload(page)
    await page.getByText('closes in').waitFor()
    await leave(page)
    expect(events).toEqual([])
    await openSettings(page)
    await page.getByRole('checkbox', { name: 'Share anonymous usage counts' }).check()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Language').selectOption('한국어')
    await page.getByText('뒤 예측 마감').waitFor()
    await leave(page)
    await expect.poll(() => events.map(({ name }) => name)).toEqual(['lang_change'])
  })
})
