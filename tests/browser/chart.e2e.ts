import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { figure, openChart, showsHours, unfoldChart, words } from './support/chart.ts'
import { observeShifts } from './support/layout-shifts.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { reload, visit } from './support/until-ready.ts'

const site = setUpSite()

const CANDLES = '**/api/v1/candles?*'

const toVotes = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: 'Vote', exact: true })
const slider = (page: Page) => page.getByRole('slider')
const legend = (page: Page) => page.getByTestId('chart-legend')
const timeTag = (page: Page) => page.getByTestId('chart-time-tag')

/** Opens the home screen, one click away from the votes. */
async function openHome(): Promise<Page> {
  const { page } = await site.open()
  await page.getByText('closes in').waitFor()
  return page
}

/** Holds back requests for candles until the returned function is called. */
async function holdCandles(page: Page): Promise<() => void> {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route(CANDLES, async (route) => {
    await held
    await route.continue()
  })
  return answer
}

test.describe('the periods', () => {
  test('show 3000, 800 and 100 hours and remember the choice', async () => {
    const page = await openChart(site)
    const pressed = () => page.locator('button[aria-pressed=true]').allInnerTexts()
    await showsHours(page, '3,000')
    await expect.poll(() => pressed()).toEqual(['Long'])
    await expect(slider(page)).toHaveAttribute('aria-valuemax', '2999')
    await page.getByRole('button', { name: 'Medium' }).click()
    await showsHours(page, '800')
    await page.getByRole('button', { name: 'Short' }).click()
    await showsHours(page, '100')
    await expect.poll(() => pressed()).toEqual(['Short'])
    await reload(page)
    await showsHours(page, '100')
    await expect.poll(() => pressed()).toEqual(['Short'])
  })

  test('fetch the rounds of 3000 hours in two pages', async () => {
    const { page } = await site.open({ path: '/icon.svg' })
    const pages = new Set<string | null>()
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/v1/rounds') pages.add(searchParams.get('page'))
    })
    await visit(page, `${site.url}/vote`)
    await expect.poll(() => [...pages]).toEqual(['1', '2'])
  })

  test('are 400 px high and describe the rounds as text', async () => {
    const page = await openChart(site)
    await expect.poll(async () => (await page.locator('canvas').boundingBox())?.height).toBe(400)
    await showsHours(page, '3,000')
    await expect(words(page)).toBeHidden()
    await page.getByText('Show as text and table').click()
    await words(page).getByText('Closed round').waitFor()
    const text = await textOf(words(page))
    expect(text).toMatch(
      /First open [\d,]+\.\d\d, last open [\d,]+\.\d\d, low [\d,]+\.\d\d, high [\d,]+\.\d\d USDT\. Volume [\d,]+ BTC\./,
    )
    expect(text).toMatch(/Open round: reference [\d,]+\.\d\d, settles .+ 09:00 \(UTC\+9\)\./)
    expect(text).toMatch(/Closed round: reference [\d,]+\.\d\d, settles .+ 09:00 \(UTC\+9\)\./)
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
      .getByText(/1시간 봉 3,000개/)
      .waitFor({ state: 'attached' })
  })
})

test.describe('while there are no prices', () => {
  test('shows a loading message', async () => {
    const page = await openHome()
    const answer = await holdCandles(page)
    await toVotes(page).click()
    await page.getByText('Loading prices').waitFor()
    await expect(page.locator('canvas')).toHaveCount(0)
    const heading = page.getByRole('heading', { level: 1 })
    const top = async () => (await heading.boundingBox())?.y ?? Number.NaN
    const before = await top()
    answer()
    await showsHours(page, '3,000')
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(1)
  })

  test('takes the same height at every width', async () => {
    const { page } = await site.open({ path: '/icon.svg' })
    await page.evaluate(() => localStorage.setItem('chartFolded', 'open'))
    const answer = await holdCandles(page)
    await visit(page, `${site.url}/rules`)
    await toVotes(page).click()
    await page.getByText('Loading prices').waitFor()
    const chart = page.getByRole('region', { name: 'BTC/USDT price chart' })
    const measure = async () => {
      const heights: number[] = []
      for (const width of [320, 375, 700, 1280, 3840]) {
        await page.setViewportSize({ width, height: 900 })
        heights.push((await chart.boundingBox())?.height ?? Number.NaN)
      }
      return heights
    }
    const before = await measure()
    answer()
    await page.locator('canvas').waitFor()
    await expect.poll(() => measure()).toEqual(before)
  })

  test('its code without the prices moves nothing', async () => {
    const { page } = await site.open({ path: '/icon.svg' })
    const shifts = await observeShifts(page)
    const answer = await holdCandles(page)
    const code = page.waitForResponse(/chart-plot.*\.js$/)
    await visit(page, `${site.url}/vote`)
    await (await code).finished()
    // The page has rendered with the code once it is idle.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await expect(slider(page)).toHaveCount(0)
    answer()
    await page.locator('canvas').waitFor()
    expect(await shifts()).toBeLessThan(0.01)
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
    await expect(slider(page)).toHaveAttribute('aria-valuemax', '99')
    const [, first = '', last = ''] =
      (await words(page).textContent())?.match(/First open ([\d,.]+\d), last open ([\d,.]+\d),/) ??
      []
    await slider(page).focus()
    await expect(timeTag(page)).toBeHidden()
    const value = () => slider(page).getAttribute('aria-valuetext')
    await page.keyboard.press('End')
    // The running hour has an open only.
    await legend(page).getByText(`O ${last} H –`).waitFor()
    await expect
      .poll(() => value())
      .toMatch(/^Open [\d,]+\.\d\d USDT, [+−]?\d+\.\d\d% from the reference, .+ \(UTC\+9\)$/)
    await expect.poll(() => value()).toContain(`Open ${last} USDT`)
    await page.keyboard.press('Home')
    await expect.poll(() => value()).toContain(`Open ${first}, high `)
    await expect
      .poll(() => value())
      .toMatch(/, low [\d,.]+, close [\d,.]+ USDT, volume [\d,.]+ BTC, /)
    await expect(slider(page)).toHaveAttribute('aria-valuenow', '0')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('PageUp')
    await expect(slider(page)).toHaveAttribute('aria-valuenow', '31')
    await page.keyboard.press('ArrowLeft')
    await expect(slider(page)).toHaveAttribute('aria-valuenow', '30')
    await page.keyboard.press('Escape')
    await timeTag(page).waitFor({ state: 'hidden' })
  })

  test('follows the pointer inside the chart and disappears outside', async () => {
    const page = await openChart(site, { viewport: { width: 375, height: 800 } })
    await showsHours(page, '3,000')
    await slider(page).scrollIntoViewIfNeeded()
    const box = await slider(page).boundingBox()
    if (!box) throw new Error('the chart has no box')
    const seen: string[] = []
    for (const share of [0.05, 0.5, 0.6]) {
      await page.mouse.move(box.x + box.width * share, box.y + 200)
      await timeTag(page).waitFor()
      await expect.poll(async () => seen.includes(await textOf(legend(page)))).toBe(false)
      const inner = await timeTag(page).boundingBox()
      expect(inner?.x).toBeGreaterThanOrEqual(box.x - 1)
      expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual(box.x + box.width + 1)
      seen.push(await textOf(legend(page)))
    }
    expect(new Set(seen).size).toBe(3)
    for (const text of seen) {
      expect(text).toMatch(
        /^.+\(UTC\+9\) ?O ?[\d,.]+ ?H ?[\d,.]+ ?L ?[\d,.]+ ?C ?[\d,.]+ ?Vol ?[\d,.]+/,
      )
    }
    await page.mouse.move(box.x + 20, box.y - 80)
    await timeTag(page).waitFor({ state: 'hidden' })
  })
})

test.describe('panning and zooming', () => {
  const text = async (page: Page) => (await words(page).textContent()) ?? ''
  const shownHours = async (page: Page) =>
    Number((await text(page)).match(/^([\d,]+) hourly candles/)?.[1]?.replace(',', ''))

  test('by keys, wheel and drag; a double click shows the period again', async () => {
    const page = await openChart(site)
    await showsHours(page, '3,000')
    await slider(page).focus()
    await page.keyboard.press('+')
    await page.getByRole('button', { name: 'Reset zoom' }).waitFor()
    await page.keyboard.press('0')
    await showsHours(page, '3,000')
    const box = await slider(page).boundingBox()
    if (!box) throw new Error('the chart has no box')
    const middle = { x: box.x + box.width / 2, y: box.y + 150 }
    await page.mouse.move(middle.x, middle.y)
    // The focused chart takes the plain wheel.
    for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, -120)
    await page.getByRole('button', { name: 'Reset zoom' }).waitFor()
    await expect.poll(() => shownHours(page)).toBeLessThan(400)
    const before = await text(page)
    await page.mouse.down()
    await page.mouse.move(middle.x + 200, middle.y, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => text(page)).not.toBe(before)
    await page.mouse.dblclick(middle.x, middle.y)
    await showsHours(page, '3,000')
  })

  test('leaves the wheel to the page while the chart has no focus', async () => {
    const page = await openChart(site)
    await showsHours(page, '3,000')
    const box = await slider(page).boundingBox()
    if (!box) throw new Error('the chart has no box')
    await page.mouse.move(box.x + 300, box.y + 150)
    await page.mouse.wheel(0, 300)
    await page.waitForFunction(() => scrollY > 0)
    await expect(page.getByRole('button', { name: 'Reset zoom' })).toHaveCount(0)
  })
})

test('is folded on phones, remembers to be open, and moves nothing', async () => {
  const { page } = await site.open({ path: '/icon.svg', viewport: { width: 375, height: 800 } })
  const shifts = await observeShifts(page)
  await visit(page, `${site.url}/vote`)
  const canvas = page.locator('canvas')
  await figure(page).getByText('Show as text and table').click()
  await figure(page).getByRole('row').nth(100).waitFor()
  await expect(page.getByRole('button', { name: 'Short' })).toBeHidden()
  await expect(canvas).toHaveCount(0)
  await unfoldChart(page)
  await canvas.waitFor()
  await reload(page)
  await canvas.waitFor()
  await expect.poll(shifts).toBeLessThan(0.01)
  await page.getByRole('button', { name: 'Hide chart' }).click()
  await expect(canvas).toHaveCount(0)
  await reload(page)
  await page.getByRole('button', { name: 'Show chart' }).waitFor()
  await expect(canvas).toHaveCount(0)
  await expect.poll(shifts).toBeLessThan(0.01)
})
