import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'

const site = setUpSite({ seeded: true })

const rows = (page: Page) => page.getByRole('table', { name: /^(Rounds|라운드)$/ }).getByRole('row')

test.describe('the rounds', () => {
  test('show what the crowd called and how it ended', async () => {
    const { page } = await site.open({ path: '/rounds' })
    const [crowd, steady] = [
      page.getByText('The crowd was right'),
      page.getByText('Always steady would be right'),
    ]
    await expect
      .poll(() => textOf(crowd.locator('..')))
      .toMatch(/^The crowd was right \d+ of \d+ \d+%$/)
    await expect.poll(() => textOf(steady.locator('..'))).toMatch(/ \d+ of \d+ \d+%$/)
    await expect.poll(() => textOf(rows(page).nth(1))).toContain('Open for calls')
    await expect.poll(() => textOf(rows(page).nth(2))).toContain('Awaiting result')
    await expect
      .poll(() => textOf(rows(page).nth(3)))
      .toMatch(/ → [\d,]+ [+−]\d+\.\d\d%.*(right|wrong|Split)/)
    await expect(page).toHaveTitle('Rounds · Tidemark')
  })

  test('lead to a round with its week, its split, its best calls and the evidence', async () => {
    const { page } = await site.open({ path: '/rounds', locale: 'ko-KR' })
    await rows(page).nth(3).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: /라운드$/ }).waitFor()
    await page.getByText(/^기준가 [\d,]+, 최저 [\d,]+, 최고 [\d,]+/).waitFor({ state: 'attached' })
    await page.getByText(/^마지막: 상승 \d+% · 보합 \d+% · 하락 \d+% · 모름 \d+%$/).waitFor()
    const best = page.getByRole('region', { name: '가장 좋은 예측' })
    await expect(best.getByRole('listitem')).toHaveCount(5)
    await expect
      .poll(() => textOf(best.getByRole('listitem').first()))
      .toMatch(/#[0-9A-Z]{6} .* \+\d+ \d+번 투표 보기$/)
    await expect
      .poll(() => textOf(page.getByRole('region', { name: '근거' })))
      .toContain('모의 가격')
    const before = await textOf(page.getByRole('heading', { level: 1 }))
    await page.getByRole('link', { name: /이전 라운드/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(before)
  })

  test('show the own points to a member', async () => {
    const user = 'Round reader'
    await (await site.apiUser(user)).vote('up')
    const { page } = await site.open({ path: '/rounds', user })
    await page.getByRole('columnheader', { name: 'My points' }).waitFor()
    await expect(rows(page).nth(1).getByRole('cell').last()).toHaveText('Awaiting result')
    await expect(rows(page).nth(3).getByRole('cell').last()).toHaveText('—')
  })

  test('name no round after the newest', async () => {
    const { page } = await site.open({ path: '/rounds' })
    await rows(page).nth(1).getByRole('link').click()
    await page.getByRole('link', { name: 'Previous round' }).waitFor()
    await expect(page.getByRole('link', { name: 'Next round' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Previous round' }).click()
    await page.getByRole('link', { name: 'Next round' }).waitFor()
  })

  test('a day without a round says so', async () => {
    const { page } = await site.open({ path: '/rounds/2026-11-20' })
    await page.getByText('There is no such round.').waitFor()
    await page.getByRole('link', { name: /Back/ }).click()
    await page.waitForURL('**/rounds')
  })
})

test.describe('the rules', () => {
  test('calculate the offers of a situation', async () => {
    const { page } = await site.open({ path: '/rules' })
    const sentence = page.getByText(/^Steady \+\d+ \/ −\d+ pays off/)
    const before = await textOf(sentence)
    const slider = page.getByRole('slider', { name: 'Price against the reference' })
    await slider.fill('80')
    await expect(slider).toHaveAttribute('aria-valuetext', '+8.00%')
    await expect.poll(() => textOf(sentence)).not.toBe(before)
    await page.getByRole('button', { name: 'Use the live round' }).click()
    await expect(slider).not.toHaveAttribute('aria-valuetext', '+8.00%')
  })

  test('show how often past offers came true', async () => {
    const { page } = await site.open({ path: '/rules', locale: 'ko-KR' })
    const table = page.getByRole('table', { name: '실제 가격으로 검증' })
    await expect.poll(() => textOf(table.getByRole('row').nth(1))).toMatch(/^\d+~\d+% \d+% [\d,]+$/)
    await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(10)
  })
})
