import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import { findViolations, report } from './support/axe.ts'
import { bridgeCalls, openDesktopWindow, sessionOf } from './support/fake-bridge.ts'
import { goOffline, offlineNotice } from './support/go-offline.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload } from './support/until-ready.ts'

const site = setUpSite()
const ALERTS = '/settings/alerts'

const LANGUAGES = [
  [
    'en-US',
    {
      heading: 'Alert prices',
      field: 'Alert price in USDT',
      note: 'Note (optional)',
      add: 'Add',
      saved: 'Price alert set at 65,000.50 USDT.',
      near: 'You have an alert price within 0.2% of this one.',
      malformed: 'Enter a price such as 65000 or 65000.50.',
      remove: 'Remove the alert at 65,000.50',
      end: /until \w{3} \d/,
      undo: 'Undo',
    },
  ],
  [
    'ko-KR',
    {
      heading: '알림 가격',
      field: '알림 가격(USDT)',
      note: '메모(선택)',
      add: '추가',
      saved: '알림 가격을 65,000.50 USDT로 정했습니다.',
      near: '이 가격에서 0.2% 안에 이미 알림 가격이 있습니다.',
      malformed: '65000이나 65000.50처럼 가격을 입력하세요.',
      remove: '65,000.50 알림 삭제',
      end: /\d월 \d+일까지/,
      undo: '되돌리기',
    },
  ],
] as const

const list = (page: Page, name: string) => page.getByRole('list', { name })

for (const [locale, words] of LANGUAGES) {
  test(`alert prices of an account (${locale})`, fullIf(locale === 'ko-KR'), async () => {
    const viewport = { width: 320, height: 700 }
    const user = `Levels ${locale}`
    const { page, pageErrors } = await site.open({ user, locale, path: ALERTS, viewport })
    const section = page.getByRole('region', { name: words.heading })
    const field = section.getByRole('textbox', { name: words.field })
    const message = section.getByRole('status')
    await field.fill('much')
    await field.press('Enter')
    await expect(message).toHaveText(words.malformed)
    await field.fill('65,000.50')
    await section.getByRole('textbox', { name: words.note }).fill('support')
    await field.press('Enter')
    await expect(message).toHaveText(words.saved)
    await expect(field).toHaveValue('')
    await expect(list(page, words.heading)).toContainText('65,000.50support')
    await expect(list(page, words.heading)).toContainText(words.end)

    // What was refused stays in the form.
    await field.fill('65001')
    await section.getByRole('button', { name: words.add }).click()
    await expect(message).toHaveText(words.near)
    await expect(field).toHaveValue('65001')
    pageErrors.splice(0)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(report(await findViolations(page, `alert prices in ${locale}`))).toBe('')

    await section.getByRole('button', { name: words.remove }).click()
    await expect(section.getByRole('listitem')).toHaveCount(0)
    await expect(field).toBeFocused()
    await page.getByRole('button', { name: words.undo }).click()
    await expect(list(page, words.heading)).toContainText('65,000.50support')
    await reload(page)
    await expect(list(page, words.heading)).toContainText('65,000.50support')
  })
}

test.describe('on an exchange with planned prices', () => {
  let server: PlannedServer
  const planned = setUpSite(async () => {
    server = await startPlannedServer([['2026-11-01T00:00:00Z', 100_000]])
    return { server }
  })

  test('a crossed alert price is shown in every open page at once, and leaves the list', async () => {
    await server.trade('100000.00')
    const { page } = await planned.open({ user: 'Crossed', path: ALERTS })
    const other = await planned.open({ user: 'Crossed', path: '/rounds' })
    await other.page.getByRole('banner').locator('a[href="/notifications"]').waitFor()
    const section = page.getByRole('region', { name: 'Alert prices' })
    const field = section.getByRole('textbox', { name: 'Alert price in USDT' })
    await field.fill('100050')
    await field.press('Enter')
    await expect(section.getByRole('listitem')).toHaveCount(1)
    await server.trade('100100.00')
    for (const open of [page, other.page]) {
      await open.getByText('▲ At or above your alert price: 100,100.00').waitFor()
    }
    await expect(section.getByRole('listitem')).toHaveCount(0)
    const bell = other.page.getByRole('banner').getByRole('link', { name: /^Notifications, 1 new/ })
    await bell.waitFor()
  })
})

test('what is typed while an alert price is saved stays', async () => {
  const { page } = await site.open({ user: 'Quick', path: ALERTS })
  const section = page.getByRole('region', { name: 'Alert prices' })
  const field = section.getByRole('textbox', { name: 'Alert price in USDT' })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/levels', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await field.fill('65000')
  await field.press('Enter')
  await field.fill('72000')
  release()
  await expect(section.getByRole('listitem')).toHaveText(/^65,000\.00/)
  await expect(field).toHaveValue('72000')
})

test('an alert price that is set again gets the new note and repetition', async () => {
  const { page } = await site.open({ user: 'Again', path: ALERTS })
  const section = page.getByRole('region', { name: 'Alert prices' })
  const field = section.getByRole('textbox', { name: 'Alert price in USDT' })
  await field.fill('65000')
  await field.press('Enter')
  await expect(section.getByRole('listitem')).toContainText('Once only')
  await field.fill('65000.0')
  await section.getByRole('textbox', { name: 'Note (optional)' }).fill('breakout')
  await section.getByRole('checkbox').click()
  await section.getByRole('button', { name: 'Add' }).click()
  await expect(section.getByRole('listitem')).toContainText('65,000.00breakout')
  await reload(page)
  await expect(section.getByRole('listitem')).toContainText('65,000.00breakout')
  await expect(section.getByRole('listitem')).not.toContainText('Once only')
})

test('without a network a change fails at once, and is not made later', async () => {
  const { page, pageErrors } = await site.open({ user: 'Cut off', path: ALERTS })
  const section = page.getByRole('region', { name: 'Alert prices' })
  const field = section.getByRole('textbox', { name: 'Alert price in USDT' })
  await field.fill('65000')
  await goOffline(page)
  await offlineNotice(page).waitFor()
  await field.press('Enter')
  await expect(section.getByRole('status')).toContainText('nothing was saved')
  await page.context().setOffline(false)
  await offlineNotice(page).waitFor({ state: 'hidden' })
  await field.fill('66000')
  await field.press('Enter')
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(section.getByRole('listitem')).toContainText('66,000')
  pageErrors.splice(0)
})

/** A window of the app, whose user has alert prices of the computer and has signed in. */
async function openWithLevels(user: string, prices: readonly string[]) {
  const levels = prices.map((price) => {
    return { price, note: 'mine', isOnce: false, sound: 'bell' as const }
  })
  const settings = { ...DEFAULT_SETTINGS, levels }
  const session = await sessionOf(site, user)
  const opened = await openDesktopWindow(site, { settings, session }, { path: ALERTS })
  return { ...opened, levels }
}

const moveLevels = (page: Page) =>
  page.getByRole('button', { name: 'Move them to my account' }).click()

test('the app offers to move its own alert prices to the account', async () => {
  const { api } = await site.apiUser('Mover')
  await api.alerts.levels.post({ price: '80000' })
  const prices = ['70000', '70010', '80000']
  const { page, pageErrors, levels } = await openWithLevels('Mover', prices)
  await page
    .getByText('Alert prices of this computer that wait while you are signed in: 3')
    .waitFor()
  await moveLevels(page)
  const left = 'Alert prices that stay on this computer: 1. You have an alert price within 0.2% of'
  await page.getByText(left).waitFor()
  await expect(list(page, 'Alert prices')).toContainText('80,000.00mine')
  const written = JSON.stringify({ levels: levels.slice(1, 2) })
  await expect.poll(() => bridgeCalls(page)).toContain(`settings:write ${written}`)
  pageErrors.splice(0)
})

test('an alert price of the app that no account can have stays with the reason', async () => {
  const { page, pageErrors } = await openWithLevels('Precise', ['65000.125', '70000'])
  await moveLevels(page)
  const reason = 'An alert price has at most eight digits before the point and two after it.'
  await page.getByText(`Alert prices that stay on this computer: 1. ${reason}`).waitFor()
  pageErrors.splice(0)
})

test('moving alert prices ends at the first request that does not reach the server', async () => {
  const { page, pageErrors } = await openWithLevels('Interrupted', ['65000', '70000', '75000'])
  let requests = 0
  await page.route('**/levels', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    requests += 1
    return requests === 1 ? route.continue() : route.abort()
  })
  await moveLevels(page)
  const left = 'Alert prices that stay on this computer: 2. The server cannot be reached.'
  await page.getByText(left).waitFor()
  expect(requests).toBe(2)
  pageErrors.splice(0)
})
