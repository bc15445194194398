import { expect, test } from 'playwright/test'
import { HOUR_MS } from '#shared/rules/time.ts'
import { sampleHello } from '#tests/support/market-samples.ts'
import { bridgeCalls, emit, openDesktopWindow, sessionOf } from './support/fake-bridge.ts'
import { offlineNotice } from './support/go-offline.ts'
import { snapshotOf } from './support/market-snapshot.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { reload } from './support/until-ready.ts'

const site = setUpSite()

test.describe('the live stream of the app', () => {
  test('updates the price without a WebSocket of the window', async () => {
    const { page } = await openDesktopWindow(site, { hasStream: true })
    const price = page.getByTestId('price')
    await price.filter({ hasNotText: await textOf(price) }).waitFor()
    await expect.poll(() => bridgeCalls(page)).toContain('stream:join')
    await page.getByRole('main').getByText('Real-time', { exact: true }).first().waitFor()
  })

  test('makes the window poll while it is away, and is reconnected', async () => {
    const { page } = await openDesktopWindow(site)
    page.on('websocket', (socket) => expect(socket.url()).toBe('none of its own'))
    await reload(page)
    await page.getByText('Updating every few seconds').waitFor()
    const known = await snapshotOf(site, 0)

    const { summary } = known
    if (!summary) throw new Error('no summary')
    const { serverDate } = summary
    await emit(page, 'stream:update', { type: 'hello', seq: 1, stream: 's', serverDate, summary })
    await page.getByText('Updating every few seconds').waitFor({ state: 'hidden' })
    await emit(page, 'stream:update', { type: 'link', link: 'polling' })
    await page.getByText('Updating every few seconds').waitFor()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => bridgeCalls(page)).toContain('stream:wake')
  })
})

test.describe('a start without the network', () => {
  for (const [locale, text, age] of [
    ['en-US', 'Offline · as of', '(3 hours ago)'],
    ['ko-KR', '오프라인 ·', '(3시간 전)'],
  ] as const) {
    test(
      `shows the last known price with its age (${locale})`,
      fullIf(locale === 'ko-KR'),
      async () => {
        const marketSnapshot = await snapshotOf(site, 3 * HOUR_MS + 60_000)
        const { page, pageErrors } = await openDesktopWindow(
          site,
          { marketSnapshot, isApiUnreachable: true },
          { locale },
        )
        const notice = page.locator('p', { has: page.getByRole('status').getByText(text) })
        await notice.filter({ hasText: age }).waitFor()
        await expect.poll(() => textOf(notice)).toMatch(/\(UTC\+9\)/)
        await expect(page.getByRole('article')).toHaveCount(2)
        await expect.poll(() => textOf(page.getByTestId('price'))).toMatch(/^[\d,]+\.\d\d$/)
        await page.getByText(locale === 'ko-KR' ? /^갱신 지연3시간/ : /^Stale3h/).waitFor()
        await page.close()
        pageErrors.splice(0)
      },
    )
  }

  test('shows the stored lists and reloads them when online', async () => {
    const somebody = await site.apiUser('Somebody')
    await somebody.post('frees', '<p>Read before the network went</p>')
    const { page, pageErrors } = await openDesktopWindow(site)
    await page.getByText('Read before the network went').waitFor()
    await page.waitForFunction(() => localStorage.persistedQueries?.includes('before the network'))
    await page.route('**/api/v1/**', (route) => route.abort())
    // After its repetitions a request is not made again.
    const failed = page.waitForEvent('console', {
      predicate: (message) => message.type() === 'warning',
    })
    await reload(page)
    await failed
    await page.waitForFunction(() => window.fake.calls.includes('stream:join'))
    await emit(page, 'stream:update', { type: 'link', link: 'offline' })
    await offlineNotice(page).waitFor()
    await page.getByText('Read before the network went').waitFor()
    await somebody.post('frees', '<p>Written meanwhile</p>')
    await page.unroute('**/api/v1/**')
    const { summary } = await snapshotOf(site, 0)
    await emit(page, 'stream:update', sampleHello(1, summary ?? undefined))
    await page.getByText('Written meanwhile').waitFor()
    await page.close()
    pageErrors.splice(0)
  })

  test('stores no personal query', async () => {
    const session = await sessionOf(site, 'Wilhelmina')
    const { page } = await openDesktopWindow(site, { session })
    await page.getByRole('article').first().waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Wilhelmina' }).click()
    await page
      .getByRole('cell', { name: /^Wilhelmina/ })
      .first()
      .waitFor()
    await page.waitForFunction(() => localStorage.persistedQueries?.includes('rankers'))
    await page.getByRole('link', { name: 'Tidemark, home' }).click()
    await page.waitForURL(`${site.url}/`)
    await reload(page)
    await page.getByRole('article').first().waitFor()
    const stored: string = await page.evaluate(() => localStorage.persistedQueries)
    const keys: string[] = JSON.parse(stored).queries.map(({ key }: { key: string[] }) => key[0])
    const known = [
      'auth-config',
      'best-votes',
      'rankers',
      'recent-posts',
      'site',
      'summary',
      'week',
    ]
    expect(keys.filter((key) => !known.includes(key))).toEqual([])
    expect(stored).not.toContain('Wilhelmina')
  })
})

test.describe('navigation by the app', () => {
  test('does not discard unsaved text', async () => {
    const session = await sessionOf(site, 'Writer')
    const id = await (await site.apiUser('Writer')).post('frees', '<p>First</p>')
    const { page } = await openDesktopWindow(
      site,
      { session },
      { path: `/boards/frees/edit/${id}` },
    )
    const text = page.locator('main [contenteditable=true]')
    await text.getByText('First').waitFor()
    await text.click()
    // The request comes before the next frame.
    await page.evaluate(() => {
      window.requestAnimationFrame = () => 1
    })
    await page.keyboard.type('More of it. ')
    await emit(page, 'window:go', '/donation')
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/boards/frees/edit/${id}`)
    await expect(text).toContainText('More of it.')
  })
})

test.describe('an update', () => {
  for (const [locale, text, name] of [
    ['en-US', 'Version 1.3.0 is ready.', 'Restart to update'],
    ['ko-KR', '새 버전이 준비되었습니다: 1.3.0', '다시 시작하여 업데이트'],
  ] as const) {
    test(
      `shows that it is ready, and installs on request (${locale})`,
      fullIf(locale === 'ko-KR'),
      async () => {
        const { page } = await openDesktopWindow(site, {}, { locale, path: '/donation' })
        await page.getByRole('heading', { level: 1 }).waitFor()
        await emit(page, 'update:ready', '1.3.0')
        await page.getByRole('status').getByText(text).waitFor()
        await page.getByRole('button', { name }).click()
        await page.getByText(text).waitFor({ state: 'hidden' })
        await expect.poll(() => bridgeCalls(page)).toContain('update:install')
      },
    )
  }
})

test('a text is found in the page, step by step, and Escape returns the focus', async () => {
  const { page } = await openDesktopWindow(site, {}, { path: '/terms' })
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  const field = page.getByRole('textbox', { name: 'Find in page' })
  // The heading is in the server's markup, before the window listens.
  await expect(async () => {
    await emit(page, 'window:find', null)
    await expect(field).toBeFocused({ timeout: 1000 })
  }).toPass()
  await field.fill('TIDEMARK')
  const count = page.getByRole('search').getByRole('status')
  await expect(count).toHaveText(/^1 of \d+$/)
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get('find') ?? [])].map((range) => String(range)))
  expect(new Set((await marked()).map((text) => text.toLowerCase()))).toEqual(new Set(['tidemark']))
  await field.press('Enter')
  await expect(count).toHaveText(/^2 of/)
  await field.press('Shift+Enter')
  await field.press('Shift+Enter')
  await expect(count).toHaveText(/^(\d+) of \1$/)
  await field.fill('no such words')
  await expect(count).toHaveText('Not found')
  await field.press('Escape')
  await expect(field).toBeHidden()
  await expect.poll(() => marked()).toEqual([])
})
