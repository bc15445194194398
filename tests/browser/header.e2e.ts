import { expect, test } from 'playwright/test'
import { CONTACT } from '#shared/i18n/contact.ts'
import { fullIf } from './support/matrix.ts'
import { expireTokens } from './support/session.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload } from './support/until-ready.ts'

const site = setUpSite()

test.describe('the header', () => {
  for (const [locale, main, places, language, login] of [
    [
      'en-US',
      'Main',
      ['Vote', 'Desk', 'Rounds', 'Ranking', 'Boards', 'Donation'],
      'Language',
      'Login',
    ],
    ['ko-KR', '주 메뉴', ['예측', '데스크', '라운드', '랭킹', '게시판', '후원'], '언어', '로그인'],
  ] as const) {
    test(
      `for a guest has home, its links, the language and Login (${locale})`,
      fullIf(locale === 'ko-KR'),
      async () => {
        const { page } = await site.open({ path: '/terms', locale })
        const header = page.getByRole('banner')
        await header.getByRole('link', { name: login, exact: true }).waitFor()
        await header.getByLabel(language).waitFor()
        const links = header.getByRole('navigation', { name: main }).getByRole('link')
        await expect.poll(() => links.allInnerTexts()).toEqual(places)
        const targets = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
        expect(targets).toEqual(['/vote', '/desk', '/rounds', '/ranking', '/boards', '/donation'])
        const desk = header.locator('[href="/desk"]')
        await page.setViewportSize({ width: 1099, height: 700 })
        await expect(desk).toBeHidden()
        await page.setViewportSize({ width: 1100, height: 700 })
        await expect(desk).toBeVisible()
        await header.getByRole('link').first().click()
        await page.waitForURL(`${site.url}/`)
      },
    )
  }

  test('for a member links the nickname to the profile and has language and Logout', async () => {
    const { page } = await site.open({ user: 'Mina' })
    const header = page.getByRole('banner')
    await header.getByRole('button', { name: 'Logout' }).waitFor()
    await header.getByLabel('Language').waitFor()
    await expect(header.getByRole('link', { name: 'Login' })).toHaveCount(0)
    await header.getByRole('link', { name: 'Mina', exact: true }).click()
    await page.waitForURL('**/profile')
  })

  test('shows Loading while the session is being checked', async () => {
    const { page } = await site.open({ user: 'Slow', path: '/terms' })
    await page.getByRole('banner').getByText('Slow', { exact: true }).waitFor()
    await expireTokens(page)
    const held = Promise.withResolvers<void>()
    await page.route('**/auth/refresh-token', async (route) => {
      await held.promise
      await route.continue()
    })
    await reload(page)
    await page.getByRole('banner').getByText('Loading', { exact: true }).waitFor()
    held.resolve()
    await page.getByRole('banner').getByText('Slow', { exact: true }).waitFor()
  })

  test('on phones has its places at the bottom, out of the way while text is edited', async () => {
    const { page } = await site.open({ user: 'Mina', viewport: { width: 320, height: 640 } })
    const bar = page.getByRole('navigation', { name: 'Main places' })
    const current = bar.locator('[aria-current=page]')
    await bar.waitFor()
    await expect(current).toHaveText('Home')
    const smallest = () =>
      bar
        .getByRole('link')
        .evaluateAll((all) =>
          Math.min(
            ...all.flatMap((one) => [
              one.getBoundingClientRect().width,
              one.getBoundingClientRect().height,
            ]),
          ),
        )
    await expect.poll(smallest).toBeGreaterThanOrEqual(44)
    await bar.getByRole('link', { name: 'Me', exact: true }).click()
    await page.waitForURL('**/profile')
    await expect(current).toHaveText('Me')
    await page.getByRole('button', { name: 'Edit nickname' }).click()
    await bar.waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await bar.waitFor()
    // The end of the page is above the bar.
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const footer = await page.getByRole('contentinfo').boundingBox()
      const place = await bar.boundingBox()
      expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((place?.y ?? 0) + 1)
    }).toPass()
  })

  test('"Me" of a guest is the login, which returns to the screen it was opened from', async () => {
    const { page } = await site.open({ path: '/vote', viewport: { width: 375, height: 700 } })
    await page.getByRole('link', { name: 'Me', exact: true }).click()
    await page.getByRole('button', { name: 'Try it here' }).click()
    await page.getByRole('textbox').fill('Jun')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}/vote`)
  })

  test('the footer has a contact line and the year', async () => {
    const { page } = await site.open({ path: '/login' })
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('link', { name: 'Feeds' }).click()
    await expect(page.getByRole('link', { name: 'Suggestions' })).toBeInViewport()
    await footer.getByText(`© ${new Date().getFullYear()} Tidemark`).waitFor()
    const contact = footer.getByRole('link', { name: CONTACT })
    await expect(contact).toHaveAttribute('href', `mailto:${CONTACT}`)
  })
})
