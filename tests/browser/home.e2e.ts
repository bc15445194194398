import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { withoutGreeting } from './support/go-offline.ts'
import { withoutMarkup } from './support/plain-page.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { visit } from './support/until-ready.ts'

const site = setUpSite()

const card = (page: Page, status: string) =>
  page.getByRole('article').filter({ has: page.getByText(status, { exact: true }) })

test.describe('home', () => {
  test('shows the closed and the live round, the time with its zone, and empty lists', async () => {
    const { page } = await site.open()
    await page.getByText('closes in').waitFor()
    const cards = await page.getByRole('article').allInnerTexts()
    expect(cards).toHaveLength(2)
    expect(cards[0]).toMatch(/^Closed\s+·\s+settles in \d+[dhms]/)
    expect(cards[1]).toMatch(/^Open\s+·\s+closes in (\d+[dhms] ?)+\s+·\s+settles in \d+[dhms]/)
    for (const text of cards) {
      expect(text).toMatch(/09:00 \(UTC\+9\)/)
      // Prices on a card have no decimals.
      expect(text).not.toMatch(/\d\.\d+(?!\d*%)/)
    }
    for (const direction of ['▲ Up', '■ Steady', '▼ Down', '?? Unknown']) {
      expect(cards[0]?.replace(/\s+/g, ' ')).toContain(`${direction} 0`)
    }
    await page.getByText('Simulated prices').waitFor()
    await expect
      .poll(() => textOf(page.locator('time').first()))
      .toMatch(/\d\d:\d\d:\d\d \(UTC\+9\)$/)
    await page.getByText('No call has been settled yet.').waitFor()
    await page.getByText('No posts yet.').waitFor()
    await page.getByText('No notes yet in the rounds awaiting results.').waitFor()
    await page.getByText(`© ${new Date().getFullYear()} Tidemark`).waitFor()
  })

  test('shows everybody the levels and the points of the live round', async () => {
    const { page } = await site.open()
    const rows = page.getByRole('table', { name: 'Offers now' }).getByRole('row')
    await rows.filter({ hasText: /\+\d/ }).first().waitFor()
    const texts = (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
    expect(texts).toEqual([
      'Direction If right If wrong Calls',
      expect.stringMatching(/^▲ Up, above [\d,]+ \+\d+ −\d+ 0$/),
      expect.stringMatching(/^■ Steady, [\d,]+ to [\d,]+ \+\d+ −\d+ 0$/),
      expect.stringMatching(/^▼ Down, below [\d,]+ \+\d+ −\d+ 0$/),
      '?? Unknown 0 0 0',
    ])
  })

  test('updates the price and the time', async () => {
    const { page } = await site.open()
    const price = page.getByTestId('price')
    const time = page.locator('time').first()
    await price.filter({ hasText: /^\d{2,3},\d{3}\.\d{2}$/ }).waitFor()
    const [firstPrice, firstTime] = [await textOf(price), await textOf(time)]
    await price.filter({ hasNotText: firstPrice }).waitFor()
    await time.filter({ hasNotText: firstTime }).waitFor()
  })

  test('is in Korean', { tag: '@full' }, async () => {
    const { page } = await site.open({ locale: 'ko-KR' })
    await page.getByText('뒤 예측 마감').waitFor()
    const cards = await page.getByRole('article').allInnerTexts()
    expect(cards[0]).toMatch(/^마감\s+·\s+\d+(일|시간|분|초).* 뒤 결과 확정/)
    expect(cards[1]).toMatch(/^접수 중\s+·\s+\d+(일|시간|분|초).* 뒤 예측 마감/)
    for (const text of cards) {
      for (const direction of ['▲ 상승', '■ 보합', '▼ 하락', '?? 모름']) {
        expect(text.replace(/\s+/g, ' ')).toContain(direction)
      }
    }
    await page.getByRole('heading', { name: '랭킹' }).waitFor()
    await page.getByRole('heading', { name: '최근 글' }).waitFor()
    await page.getByRole('heading', { name: '결과를 기다리는 인기 예측' }).waitFor()
    await expect(page).toHaveTitle(/ · 타이드마크$/)
  })

  test('shows Loading until the summary has arrived', async () => {
    const { page } = await site.open({ path: '/login' })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await withoutMarkup(page)
    await withoutGreeting(page)
    await page.route('**/api/v1/vote/summary', async (route) => {
      await held
      await route.continue()
    })
    await visit(page, site.url)
    const rounds = page.getByRole('region', { name: 'Rounds', exact: true })
    await rounds.getByText('Loading').waitFor()
    release()
    await rounds.getByText('closes in').waitFor()
  })

  test('redirects an unknown path home', async () => {
    const { page, pageErrors } = await site.open({ path: '/no/such/screen' })
    await page.getByText('closes in').waitFor()
    await page.waitForURL(`${site.url}/`)
    expect(pageErrors.splice(0)).toEqual([expect.stringContaining('404')])
  })
})

test.describe('the details of a round', () => {
  test('show all fields and mark the current band', async () => {
    const { page } = await site.open()
    await card(page, 'Open').getByRole('button', { name: 'View details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Open round' })
    await dialog.getByText('09:00 (UTC+9)', { exact: true }).waitFor()
    const text = () => textOf(dialog)
    await expect.poll(text).toMatch(/Current price [\d,]+\.\d\d /)
    await expect.poll(text).toMatch(/Time left \d+[dhms]/)
    await expect.poll(text).toMatch(/Reference price [\d,]+\.\d\d /)
    await expect.poll(text).toMatch(/Above [\d,]+\.\d\d/)
    await expect.poll(text).toMatch(/[\d,]+\.\d\d to [\d,]+\.\d\d/)
    await expect.poll(text).toMatch(/Below [\d,]+\.\d\d/)
    await expect.poll(text).toMatch(/\?\? Unknown 0 Status Open · closes in/)
    const current = dialog.locator('[aria-current=true]')
    await expect(current).toHaveCount(1)
    await expect.poll(() => textOf(current)).toContain('Current')
  })

  test('are in Korean', { tag: '@full' }, async () => {
    const { page } = await site.open({ locale: 'ko-KR' })
    await card(page, '접수 중').getByRole('button', { name: '자세히 보기' }).click()
    const dialog = page.getByRole('dialog', { name: '접수 중인 라운드' })
    const text = () => textOf(dialog)
    await expect.poll(text).toMatch(/현재 시각 \d{4}년/)
    await expect.poll(text).toMatch(/현재 가격 [\d,]+\.\d\d /)
    await expect.poll(text).toMatch(/남은 시간 \d+(일|시간|분|초)/)
    await expect.poll(text).toMatch(/기준 시각 09:00 \(UTC\+9\) 기준가 [\d,]+\.\d\d /)
    await expect
      .poll(text)
      .toMatch(/[\d,]+\.\d\d 초과.+[\d,]+\.\d\d ~ [\d,]+\.\d\d.+[\d,]+\.\d\d 미만/)
    await expect.poll(text).toMatch(/\?\? 모름 \d+ 상태 접수 중 · .* 뒤 예측 마감/)
    await expect.poll(() => textOf(dialog.locator('[aria-current=true]'))).toContain('현재 구간')
    await dialog.getByRole('button', { name: '닫기' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  test('open and close by keyboard and return the focus', async () => {
    const { page } = await site.open()
    const button = card(page, 'Closed').getByRole('button', { name: 'View details' })
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Closed round' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect(button).toBeFocused()
  })

  test('close by Close and by a click outside, but not inside', async () => {
    const { page } = await site.open()
    const button = card(page, 'Open').getByRole('button', { name: 'View details' })
    const dialog = page.getByRole('dialog')
    await button.click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await button.click()
    await dialog.getByText('Reference price', { exact: true }).click()
    await expect(dialog).toBeVisible()
    await page.mouse.click(5, 5)
    await dialog.waitFor({ state: 'hidden' })
  })
})

test.describe('the content security policy', () => {
  test('blocks an inline script and reports the violation', async () => {
    const { page, pageErrors } = await site.open()
    await page.getByText('closes in').waitFor()
    const violation = page.waitForEvent('console', (message) =>
      message.text().startsWith('policy violated: script-src-elem inline'),
    )
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.documentElement.dataset.ran = "yes"'
      document.head.append(script)
      return document.documentElement.dataset.ran
    })
    expect(ran).toBeUndefined()
    await violation
    await expect.poll(() => pageErrors).toHaveLength(2)
    pageErrors.splice(0)
  })
})
