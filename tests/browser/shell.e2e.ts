import { expect, test } from 'playwright/test'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { visit } from './support/until-ready.ts'

const site = setUpSite()

const LOGIN_CHUNK = '**/assets/login-page-*.js'

test.describe('navigation', () => {
  test('moves the focus to the heading and announces the title', async () => {
    const { page } = await site.open()
    await page.getByRole('link', { name: 'Login' }).click()
    const heading = page.getByRole('heading', { level: 1, name: 'Login' })
    await heading.waitFor()
    await expect(heading).toBeFocused()
    await expect(page).toHaveTitle('Login · Tidemark')
    await page.getByRole('status').filter({ hasText: 'Login · Tidemark' }).waitFor()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await page.getByText('closes in').waitFor()
    await expect(page).toHaveTitle('Where will Bitcoin be in a week? · Tidemark')
  })

  test('shows a progress bar while the next screen loads', async () => {
    const { page } = await site.open()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(LOGIN_CHUNK, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('link', { name: 'Login' }).click()
    await page.getByTestId('progress').waitFor()
    release()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
    await expect(page.getByTestId('progress')).toHaveCount(0)
  })

  test('a redirect leaves no history entry', async () => {
    const { page, pageErrors } = await site.open({ path: '/login' })
    await visit(page, `${site.url}/boards`)
    await page.waitForURL('**/boards/frees')
    await visit(page, `${site.url}/no/such/screen`)
    await page.getByText('closes in').waitFor()
    await page.waitForURL(`${site.url}/`)
    expect(pageErrors.splice(0)).toEqual([expect.stringContaining('404')])
    await page.goBack()
    await page.waitForURL(`${site.url}/boards/frees`)
    await page.goBack()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
  })

  test('shows the price in the title of a background tab', async () => {
    const { page, pageErrors } = await site.open()
    await page.getByText('closes in').waitFor()
    const show = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    const title = await page.title()
    await show(true)
    // The part that writes it loads when the browser is idle.
    await expect.poll(() => page.title()).toMatch(/^\d{2,3},\d{3} · Tidemark$/)
    const first = await page.title()
    await page.waitForFunction((known) => document.title !== known, first)
    // What cannot change any more is no price of now.
    await page.context().setOffline(true)
    await expect(page).toHaveTitle(title)
    await page.context().setOffline(false)
    await expect.poll(() => page.title()).toMatch(/^\d{2,3},\d{3} · Tidemark$/)
    await show(false)
    await expect(page).toHaveTitle(title)
    pageErrors.splice(0)
  })
})

test.describe('a chunk that a newer version has replaced', () => {
  test('reloads the page once', async () => {
    const { page, pageErrors } = await site.open()
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.route(LOGIN_CHUNK, (route) =>
      loads === 0 ? route.fulfill({ status: 404 }) : route.continue(),
    )
    await page.getByRole('link', { name: 'Login' }).click()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
    await page.waitForURL(`${site.url}/login`)
    expect(loads).toBe(1)
    pageErrors.splice(0)
  })

  for (const [locale, login, words, reload, home] of [
    ['en-US', 'Login', 'Unexpected Application Error!', 'Reload', 'Home'],
    ['ko-KR', '로그인', '예상하지 못한 오류가 발생했습니다!', '새로고침', '홈으로'],
  ] as const) {
    test(
      `shows an error when the reload does not help (${locale})`,
      fullIf(locale === 'ko-KR'),
      async () => {
        const { page, pageErrors } = await site.open({ locale })
        await page.route(LOGIN_CHUNK, (route) => route.fulfill({ status: 404 }))
        await page.getByRole('link', { name: login }).click()
        await page.getByRole('heading', { name: words }).waitFor()
        await page.getByRole('button', { name: reload }).waitFor()
        await page.getByRole('main').getByRole('link', { name: home }).click()
        await page.getByRole('article').last().waitFor()
        pageErrors.splice(0)
      },
    )
  }

  test('is offered again offline, and loads by itself when the network is back', async () => {
    const { page, pageErrors } = await site.open()
    await page.getByText('closes in').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Login' }).click()
    const alert = page.getByRole('main').getByRole('alert')
    await alert.getByRole('heading', { name: 'Offline' }).waitFor()
    await alert.getByText('The server cannot be reached.').waitFor()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await alert.getByRole('heading', { name: 'Offline' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Login' }).waitFor()
    pageErrors.splice(0)
  })

  test('shows a message when a dialog cannot be loaded', async () => {
    const { page, pageErrors } = await site.open()
    await page.getByText('closes in').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    pageErrors.splice(0)
  })
})

test.describe('the header', () => {
  for (const [locale, width, height] of [
    ['en-US', 320, 90],
    ['ko-KR', 320, 90],
    ['en-US', 375, 90],
    ['ko-KR', 375, 90],
    ['en-US', 601, 90],
    ['en-US', 1021, 60],
    ['ko-KR', 1021, 60],
    ['en-US', 1440, 60],
    ['ko-KR', 3840, 90],
  ] as const) {
    test(
      `in ${locale} fits ${width} px, with a long nickname too`,
      fullIf(![320, 601].includes(width)),
      async () => {
        const { page } = await site.open({
          path: '/login',
          locale,
          viewport: { width, height: 800 },
        })
        const fits = () =>
          expect(async () => {
            const box = await page.getByRole('banner').boundingBox()
            const wide = await page.evaluate(() => document.documentElement.scrollWidth)
            expect(wide).toBe(width)
            expect(box?.height).toBeLessThanOrEqual(height)
          }).toPass()
        const begin = page.getByRole('main').getByRole('button')
        await begin.waitFor()
        await fits()
        await begin.click()
        await page.locator('#name').fill(`Wilhelmina ${width}${locale}`)
        await page.locator('button[value=sign-in]').click()
        await page.getByRole('article').last().waitFor()
        const nickname = page.getByRole('banner').getByRole('link', { name: 'Wilhelmina' })
        await expect.poll(async () => (await nickname.boundingBox())?.width).toBeGreaterThan(40)
        await fits()
        if (width <= 600) {
          const low = () =>
            page
              .getByRole('banner')
              .locator('a, button, select')
              .filter({ visible: true })
              .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 39))
          // The logo's target is its line, which is higher than the logo.
          await expect.poll(async () => (await low()).length).toBeLessThanOrEqual(1)
        }
      },
    )
  }

  test('marks the current screen', async () => {
    const { page } = await site.open({ path: '/donation' })
    await page
      .getByRole('navigation')
      .getByText('Donation')
      .and(page.locator('[aria-current=page]'))
      .waitFor()
  })
})
