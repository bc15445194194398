import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { figure, openChart, showsHours, words } from './support/chart.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'

const site = setUpSite()

const CANDLES = '**/api/v1/candles?*'

const toVotes = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: 'Vote', exact: true })
const slider = (page: Page) => page.getByRole('slider')
const readout = (page: Page) => page.getByTestId('chart-readout')

/** Opens the home screen, one click away from the votes. */
async function openHome(): Promise<Page> {
  const { page } = await site.open()
  await page.getByText('closes in').waitFor()
  return page
}

test.describe('the periods', () => {
  test('show 3000, 800 and 100 hours and remember the choice', async () => {
    const page = await openChart(site)
    const pressed = () => page.locator('button[aria-pressed=true]').allInnerTexts()
    await showsHours(page, '3,000')
    expect(await pressed()).toEqual(['Long'])
    expect(await slider(page).getAttribute('aria-valuemax')).toBe('2999')
    await page.getByRole('button', { name: 'Medium' }).click()
    await showsHours(page, '800')
    await page.getByRole('button', { name: 'Short' }).click()
    await showsHours(page, '100')
    expect(await pressed()).toEqual(['Short'])
    await page.reload()
    await showsHours(page, '100')
    expect(await pressed()).toEqual(['Short'])
  })

  test('are 400 px high and describe the rounds as text', async () => {
    const page = await openChart(site)
    expect((await page.locator('canvas').boundingBox())?.height).toBe(400)
    await showsHours(page, '3,000')
    expect(await words(page).isVisible()).toBe(false)
    await page.getByText('Show as text and table').click()
    await words(page).getByText('Closed round').waitFor()
    const text = await textOf(words(page))
    expect(text).toMatch(
      /First [\d,]+\.\d\d, last [\d,]+\.\d\d, low [\d,]+\.\d\d, high [\d,]+\.\d\d USDT\./,
    )
    expect(text).toMatch(/Open round: reference [\d,]+\.\d\d, target .+ 09:00 \(UTC\+9\)\./)
    expect(text).toMatch(/Closed round: reference [\d,]+\.\d\d, target .+ 09:00 \(UTC\+9\)\./)
  })
})

test.describe('the axes', () => {
  test('show time zone and offset in English', async () => {
    const page = await openChart(site)
    await figure(page).getByText('Time (Asia/Seoul, UTC+9)', { exact: true }).waitFor()
    await figure(page).getByText('USDT', { exact: true }).waitFor()
  })

  test('show both offsets in Korean when the clocks change within the period', async () => {
    const page = await openChart(site, { locale: 'ko-KR', timezoneId: 'America/New_York' })
    await figure(page)
      .getByText(/^시간 \(America\/New_York, UTC−[45](, UTC−[45])?\)$/)
      .waitFor()
    await page.getByRole('button', { name: '단기' }).waitFor()
    await words(page)
      .getByText(/1시간 시가 3,000개/)
      .waitFor({ state: 'attached' })
  })
})

test.describe('while there are no prices', () => {
  test('shows a loading message', async () => {
    const page = await openHome()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(CANDLES, async (route) => {
      await held
      await route.continue()
    })
    await toVotes(page).click()
    await page.getByText('Loading prices').waitFor()
    expect(await page.locator('canvas').count()).toBe(0)
    const heading = page.getByRole('heading', { level: 1 })
    const top = async () => (await heading.boundingBox())?.y ?? Number.NaN
    const before = await top()
    answer()
    await showsHours(page, '3,000')
    expect(Math.abs((await top()) - before)).toBeLessThan(1)
  })

  test('shows the failure and retries by itself', async () => {
    const page = await openHome()
    let isAway = true
    let requests = 0
    await page.route(CANDLES, (route) => {
      requests++
      return isAway ? route.fulfill({ json: null }) : route.continue()
    })
    await toVotes(page).click()
    const failure = page.getByRole('alert')
    await failure.getByText('The prices could not be loaded. Trying again.').waitFor()
    await failure.getByRole('button', { name: 'Try again' }).waitFor()
    const before = requests
    isAway = false
    await showsHours(page, '3,000')
    expect(requests).toBeGreaterThan(before)
  })
})

test.describe('the candles', () => {
  test('are cached between screens: only missing ones are requested', async () => {
    const page = await openChart(site)
    const limits: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/candles')) limits.push(searchParams.get('limit'))
    })
    await page.getByRole('link', { name: 'Donation' }).click()
    await figure(page).waitFor({ state: 'detached' })
    await toVotes(page).click()
    await showsHours(page, '3,000')
    expect(limits.filter((limit) => limit !== '1' && limit !== '2')).toEqual([])
  })
})

test.describe('the cursor', () => {
  test('moves by arrow keys, Home and End, and disappears with Escape', async () => {
    const page = await openChart(site)
    await page.getByRole('button', { name: 'Short' }).click()
    await showsHours(page, '100')
    const [, first = '', last = ''] =
      (await words(page).textContent())?.match(/First ([\d,.]+\d), last ([\d,.]+\d),/) ?? []
    await slider(page).focus()
    expect(await readout(page).isVisible()).toBe(false)
    const value = () => slider(page).getAttribute('aria-valuetext')
    await page.keyboard.press('End')
    await readout(page).getByText(last, { exact: true }).waitFor()
    expect(await value()).toMatch(
      /^[\d,]+\.\d\d USDT, [+−]?\d+\.\d\d% from the reference, .+ \(UTC\+9\)$/,
    )
    expect(await value()).toContain(`${last} USDT`)
    await page.keyboard.press('Home')
    await readout(page).getByText(first, { exact: true }).waitFor()
    expect(await slider(page).getAttribute('aria-valuenow')).toBe('0')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('PageUp')
    expect(await slider(page).getAttribute('aria-valuenow')).toBe('31')
    await page.keyboard.press('ArrowLeft')
    expect(await slider(page).getAttribute('aria-valuenow')).toBe('30')
    await page.keyboard.press('Escape')
    await readout(page).waitFor({ state: 'hidden' })
  })

  test('follows the pointer inside the chart and disappears outside', async () => {
    const page = await openChart(site, { viewport: { width: 375, height: 800 } })
    await slider(page).scrollIntoViewIfNeeded()
    const box = await slider(page).boundingBox()
    if (!box) throw new Error('the chart has no box')
    const seen: string[] = []
    for (const share of [0.05, 0.5, 0.6]) {
      await page.mouse.move(box.x + box.width * share, box.y + 200)
      await readout(page).waitFor()
      const inner = await readout(page).boundingBox()
      expect(inner?.x).toBeGreaterThanOrEqual(box.x - 1)
      expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual(box.x + box.width + 1)
      seen.push(await textOf(readout(page)))
    }
    expect(new Set(seen).size).toBe(3)
    for (const text of seen) expect(text).toMatch(/^[\d,]+\.\d\d [+−]?\d+\.\d\d% .+\(UTC\+9\)$/)
    await page.mouse.move(box.x + 20, box.y - 80)
    await readout(page).waitFor({ state: 'hidden' })
  })
})
