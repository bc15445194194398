import { expect, test } from 'playwright/test'
import { CONTACT } from '#shared/i18n/contact.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'

const site = setUpSite()

for (const { path, locale, title, brand, sentences } of [
  {
    path: '/terms',
    locale: 'en-US',
    title: 'Terms of Service',
    brand: 'Tidemark',
    sentences: [
      'Effective August 12, 2025',
      'Persons under 13 may not use the service.',
      'persons under 14 may not register',
      'points can never be bought, sold, moved to somebody else, or exchanged',
      'It is not gambling',
      'donations are not refunded',
      'governed by the law of the Republic of Korea',
    ],
  },
  {
    path: '/terms',
    locale: 'ko-KR',
    title: '이용약관',
    brand: '타이드마크',
    sentences: [
      '2025년 8월 12일부터 시행',
      '만 14세 미만은 가입할 수 없습니다.',
      '점수는 어떤 경우에도 사거나 팔거나 다른 사람에게 옮길 수 없고',
      '서비스는 도박이 아닙니다.',
      '후원은 환불되지 않습니다.',
      '대한민국 법을 적용합니다.',
    ],
  },
  {
    path: '/privacy',
    locale: 'en-US',
    title: 'Privacy Policy',
    brand: 'Tidemark',
    sentences: [
      'The service is not intended for children under 13.',
      'persons under 14 may not register',
      'never the direction of a call',
      'Do Not Track or Global Privacy Control',
    ],
  },
  {
    path: '/privacy',
    locale: 'ko-KR',
    title: '개인정보처리방침',
    brand: '타이드마크',
    sentences: [
      '이 서비스는 만 13세 미만의 아동을 대상으로 하지 않습니다.',
      '만 14세 미만은 가입할 수 없습니다.',
      '예측의 방향은 절대로 보내지 않습니다.',
    ],
  },
] as const) {
  test.describe(`${path} in ${locale}`, () => {
    test('has its required sentences, title and date, and fits a phone', async () => {
      const { page } = await site.open({ path, locale })
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await expect(page).toHaveTitle(`${title} · ${brand}`)
      const text = await textOf(page.getByRole('main'))
      for (const sentence of sentences) expect(text).toContain(sentence)
      const contact = page.getByRole('main').getByRole('link', { name: CONTACT })
      await expect(contact).toHaveAttribute('href', `mailto:${CONTACT}`)
      await page.setViewportSize({ width: 375, height: 812 })
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(widths).toEqual([375, 375])
    })

    test(
      'has a table of contents that links to every section, by keyboard too',
      fullIf(locale === 'ko-KR'),
      async () => {
        const { page } = await site.open({ path, locale })
        const links = page.getByRole('main').getByRole('navigation').getByRole('link')
        await links.first().waitFor()
        const headings = page.locator('main section h2')
        await expect.poll(() => links.allInnerTexts()).toEqual(await headings.allInnerTexts())
        const last = await textOf(links.last())
        await links.last().focus()
        await page.keyboard.press('Enter')
        await page.waitForFunction((name) => document.activeElement?.textContent === name, last)
        await expect.poll(() => new URL(page.url()).hash).toBe('#contact')
        await expect(headings.last()).toBeInViewport()
        await page.goBack()
        await expect.poll(() => new URL(page.url()).hash).toBe('')
      },
    )
  })
}

test('an address with an anchor opens at its section', async () => {
  const { page } = await site.open({ path: '/privacy#children' })
  await page.waitForFunction(() => document.activeElement?.textContent === 'Children')
  await expect(page.getByRole('heading', { name: 'Children' })).toBeInViewport()
})

test('the text follows the language of the page', async () => {
  const { page } = await site.open({ path: '/terms' })
  await page.getByRole('heading', { name: 'Terms of Service' }).waitFor()
  await page.getByLabel('Language').selectOption('한국어')
  await page.getByRole('heading', { name: '이용약관' }).waitFor()
})

test('the footer links to both', async () => {
  const { page } = await site.open()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
  await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor()
})

test('prints the text only, dark on white in both themes', async () => {
  const { page } = await site.open({ path: '/terms', colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Print' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('main').getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  const heading = page.getByRole('heading', { level: 1, name: 'Terms of Service' })
  await expect
    .poll(() => heading.evaluate((element) => getComputedStyle(element).color))
    .toBe('rgb(0, 0, 0)')
})

test("Print opens the browser's print dialog", async () => {
  const { page } = await site.open({ path: '/terms' })
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await page.locator('body[data-printed]').waitFor()
})
