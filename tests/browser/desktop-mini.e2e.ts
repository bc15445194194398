import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { DEFAULT_SETTINGS, MINI_SIZES } from '#desktop/bridge/settings.ts'
import { violationsOn } from './support/axe.ts'
import {
  type BridgeOptions,
  bridgeCalls,
  emit,
  openDesktopWindow,
  sessionOf,
} from './support/fake-bridge.ts'
import { snapshotOf } from './support/market-snapshot.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'

const site = setUpSite({ seeded: true })

const SIZES = {
  small: { width: 360, height: 40 },
  medium: { width: 280, height: 136 },
  large: { width: 340, height: 250 },
} as const

const openMini = (locale: string, options: BridgeOptions = { hasStream: true }) =>
  openDesktopWindow(site, options, { locale, path: '/mini', viewport: SIZES.medium })

/** Elements outside the window or clipped by it. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const isSpoken = getComputedStyle(element).clipPath !== 'none'
        const isOut = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
        const isCut =
          element instanceof HTMLElement && element.scrollWidth > element.clientWidth + 1
        return !isSpoken && (isOut || (isCut && getComputedStyle(element).overflow === 'hidden'))
      })
      .map(({ textContent }) => textContent),
  )

const TEXTS = {
  'en-US': {
    steady: /Steady|Up|Down/,
    left: /^Calls close in \d+[dhms]/,
    open: 'Open Tidemark',
    close: 'Close the mini ticker',
    simulated: 'Simulated',
    live: 'Real-time',
    offline: 'Offline',
  },
  'ko-KR': {
    steady: /보합|상승|하락/,
    left: /^예측 마감까지 \d+(일|시간|분|초)/,
    open: '타이드마크 열기',
    close: '미니 시세창 닫기',
    simulated: '모의 가격',
    live: '실시간',
    offline: '오프라인',
  },
} as const

for (const locale of ['en-US', 'ko-KR'] as const) {
  test.describe(`the mini ticker in ${locale}`, fullIf(locale === 'ko-KR'), () => {
    const words = TEXTS[locale]

    test('shows the price, the change, the state and the time left, in both themes', async () => {
      const { page } = await openMini(locale)
      const main = page.getByRole('main')
      await main.getByText(words.live, { exact: true }).waitFor()
      await main.getByText(words.simulated, { exact: true }).waitFor()
      await expect.poll(() => textOf(page.getByTestId('price'))).toMatch(/^[\d,]+\.\d\d$/)
      const standing = main.locator('p').filter({ hasText: words.steady })
      await expect.poll(() => textOf(standing)).toMatch(/^[▲■▼] .+ [+−]?\d+\.\d\d%$/)
      const left = main.getByTitle(/Calls close|마감/)
      await expect.poll(async () => (await left.textContent())?.trim()).toMatch(words.left)
      await expect(page.locator('header, footer, nav')).toHaveCount(0)
      await expect.poll(() => cutOff(page)).toEqual([])
      await expect.poll(() => violationsOn(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect.poll(() => violationsOn(page, 'colors')).toEqual([])
    })

    test('shows the last known price with its age while offline', async () => {
      const { page, pageErrors } = await openMini(locale, {
        isApiUnreachable: true,
        marketSnapshot: await snapshotOf(site, 7_500_000),
      })
      await page.getByText(words.offline, { exact: true }).waitFor()
      await page.getByText(locale === 'ko-KR' ? /^2시간 [567]분 전$/ : /^2h [567]m ago$/).waitFor()
      await expect.poll(() => cutOff(page)).toEqual([])
      await expect.poll(() => violationsOn(page)).toEqual([])
      await page.close()
      pageErrors.splice(0)
    })

    test('opens the app and closes, by keyboard too', async () => {
      const { page } = await openMini(locale)
      await page.getByRole('button', { name: words.open }).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForFunction(() =>
        window.fake.calls.some((call) => /^settings:write/.test(call)),
      )
      const calls = await bridgeCalls(page)
      expect(calls).toContain('window:open /')
      expect(calls).toContain('settings:write {"isMiniOpen":false}')
    })
  })
}

for (const size of MINI_SIZES) {
  const title = `the ${size} ticker shows the own call in words and is not cut off`
  test(title, fullIf(size === 'medium'), async () => {
    const name = `Caller-${size}`
    const person = await site.apiUser(name)
    await person.vote('steady')
    const session = await sessionOf(site, name)
    const settings = { ...DEFAULT_SETTINGS, miniSize: size, isMiniLocked: size === 'small' }
    const options = { hasStream: true, session, settings }
    const { page } = await openDesktopWindow(site, options, {
      path: '/mini',
      viewport: SIZES[size],
    })
    const main = page.getByRole('main')
    await main.getByText('Your call', { exact: true }).waitFor({ state: 'attached' })
    await main.getByText('Steady').last().waitFor()
    if (size !== 'small') {
      await main.getByText(/right at this price$|^needs [+−]/).waitFor({ state: 'attached' })
    }
    if (size === 'large') await main.getByText(/^\S+\sif\sright · −\S+\sif\swrong$/).waitFor()
    await expect.poll(() => cutOff(page)).toEqual([])
    await expect.poll(() => violationsOn(page)).toEqual([])
    // The first ticker is locked.
    const region = await main.evaluate((element) =>
      getComputedStyle(element).getPropertyValue('-webkit-app-region'),
    )
    expect(region).toBe(size === 'small' ? 'no-drag' : 'drag')
  })
}

test('the mini ticker leads to the vote while there is no call', async () => {
  const session = await sessionOf(site, 'Undecided')
  const { page } = await openMini('en-US', { hasStream: true, session })
  await page.getByText('No call in this round yet').waitFor()
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await expect.poll(() => bridgeCalls(page)).toContain('window:open /vote/write')
})

test('the mini ticker does not call anybody signed out whose session is not renewed yet', async () => {
  const known = await sessionOf(site, 'Slowly restored')
  const session = { ...known, accessToken: null }
  const { page } = await openMini('en-US', { hasStream: true, session })
  const main = page.getByRole('main')
  await main.getByTitle(/Calls close/).waitFor()
  await expect(main.getByRole('button', { name: 'Call', exact: true })).toHaveCount(0)
  await expect(main.getByText('Not signed in')).toHaveCount(0)
  await emit(page, 'session:changed', { ...known, expiry: null })
  await main.getByText('No call in this round yet').waitFor()
})

test('the mini ticker ignores navigation of the main window', async () => {
  const { page } = await openMini('en-US')
  await page.getByRole('main').getByText('Real-time', { exact: true }).waitFor()
  await emit(page, 'window:go', '/vote')
  await page
    .getByTestId('price')
    .filter({ hasNotText: await textOf(page.getByTestId('price')) })
    .waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/mini')
})

test('a browser has no mini ticker', async () => {
  const { page } = await site.open({ path: '/mini' })
  await page.waitForURL(`${site.url}/`)
  await page.getByText('closes in').waitFor()
})
