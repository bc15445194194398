import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { statement } from '#api/infrastructure/database/sql.ts'
import { textOf } from '#tests/browser/support/site.ts'
import { START_TIMEOUT_MS } from '#tests/browser/support/time-limits.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { StartOptions } from './stand-in/start.ts'
import { inEnglish } from './support/in-english.ts'
import { KEYCHAIN_SERVICE, signIn, waitForTrayLine } from './support/journey.ts'
import { onStandIn } from './support/on-stand-in.ts'
import { freshSecrets, itemsOf } from './support/secret-service.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts'
import { TEXTS } from './support/texts.ts'

// The network fails in these tests.
const site = setUpDesktopSite({ expectedErrors: /^Failed to load resource/ })
let proxy: TcpProxy
beforeAll(async () => {
  proxy = await startTcpProxy(site.server.port)
  await proxy.shut()
}, START_TIMEOUT_MS)
afterAll(() => proxy.shut())
beforeEach(async () => {
  await proxy.open()
  await freshSecrets(KEYCHAIN_SERVICE)
})
afterEach(() => proxy.shut())

const start = (options: Partial<StartOptions> = {}) =>
  site.start({ profile: site.profile.folder, apiOrigin: proxy.origin, ...options })

/** Message for a session that the server no longer knows. */
const OVER = [
  ['en-US', 'Session has expired [Old refreshToken]'],
  ['ko-KR', '세션이 만료되었습니다 [오래된 갱신 토큰]'],
] as const

/** Waits until a page has shown a toast with a text, also one that is gone again. */
const toastShown = (page: Page, text: string) =>
  page.waitForFunction((wanted) => {
    const shown: unknown = Reflect.get(globalThis, 'shownToasts')
    return Array.isArray(shown) && shown.some((toast) => String(toast).includes(wanted))
  }, text)

/** Signs in with the app and quits it. */
async function signedInBefore(name: string): Promise<void> {
  const app = await start()
  await signIn(onStandIn(app), site.browser, name)
  await eventually(() => itemsOf(KEYCHAIN_SERVICE).length === 1)
  // Received data is persisted with a delay.
  await (await app.page()).getByTestId('price').waitFor()
  expect(await app.quit()).toEqual([])
}

describe('a start without the API', () => {
  test.each(
    inEnglish([
      ['en-US', 'Offline'],
      ['ko-KR', '오프라인'],
    ] as const),
  )('shows an error in page and tray without stored data (%s)', async (locale, badge) => {
    await proxy.shut()
    const app = await start({ locale })
    const page = await app.page()
    await page.getByRole('main').getByText(badge).first().waitFor()
    expect((await onStandIn(app).trayLines()).length).toBeGreaterThan(3)
    expect(await app.quit()).toEqual([])
  })

  test.each(
    inEnglish([
      ['en-US', /(Offline|ago)/, 'Signed in, waiting for the server'],
      ['ko-KR', /(오프라인|전)/, '로그인됨, 서버 응답을 기다리는 중'],
    ] as const),
  )('shows the stored data with its age, and retries (%s)', async (locale, age, unknown) => {
    await signedInBefore(`Away ${locale}`)
    await proxy.shut()
    const app = await start({ locale })
    const page = await app.page()
    expect(await textOf(page.getByTestId('price'))).toMatch(/\d{2},?\d{3}/)
    // A price a moment old still counts as live.
    await page.getByRole('main').filter({ hasText: age }).waitFor()
    await waitForTrayLine(onStandIn(app), age)
    const lines = await onStandIn(app).trayLines()
    expect(lines[0]).toMatch(/^BTC\/USDT [\d,]+/)
    expect(lines).toContain(unknown)
    // An unreachable server does not end the session.
    expect(itemsOf(KEYCHAIN_SERVICE)).toHaveLength(1)
    await proxy.open()
    app.electron.powerMonitor.emit('resume')
    await page.getByRole('banner').getByText(`Away ${locale}`, { exact: true }).waitFor()
    await proxy.shut()
    expect(await app.quit()).toEqual([])
  })
})

describe('a session ended by the server', () => {
  test.each(inEnglish(OVER))(
    'is ended at the next start with a message (%s)',
    async (locale, words) => {
      await signedInBefore(`Revoked ${locale}`)
      await site.server.infrastructure.database.query(statement('DELETE FROM session'))
      const app = await start({ locale })
      const page = await app.page()
      await toastShown(page, words)
      await page.getByRole('link', { name: TEXTS[locale].login, exact: true }).waitFor()
      await waitForTrayLine(onStandIn(app), TEXTS[locale].guest)
      await eventually(() => itemsOf(KEYCHAIN_SERVICE).length === 0)
      expect(await app.quit()).toEqual([])
    },
  )

  test('is ended on a hidden start, with a message when the window opens', async () => {
    await signedInBefore('Revoked in hiding')
    await site.server.infrastructure.database.query(statement('DELETE FROM session'))
    const app = await start({ args: ['--hidden'] })
    await eventually(() => itemsOf(KEYCHAIN_SERVICE).length === 0)
    await waitForTrayLine(onStandIn(app), TEXTS['en-US'].guest)
    await onStandIn(app).chooseInTray(TEXTS['en-US'].open)
    await toastShown(await app.page(), 'Session has expired [Old refreshToken]')
    expect(await app.quit()).toEqual([])
  })

  test.each(inEnglish(OVER))(
    'is ended while the app runs, with a message (%s)',
    async (locale, words) => {
      const app = await start({ locale })
      const page = await signIn(onStandIn(app), site.browser, `Ended ${locale}`, TEXTS[locale])
      await site.server.infrastructure.database.query(statement('DELETE FROM session'))
      // Longer than the lifetime of an access token.
      site.server.clock.advance(11 * 60_000)
      const name = page.getByRole('banner').getByRole('link', { name: `Ended ${locale}` })
      await name.click()
      await toastShown(page, words)
      // Where the page goes depends on which request finds the end: that of the profile or an idle one.
      await name.waitFor({ state: 'detached' })
      await eventually(() => itemsOf(KEYCHAIN_SERVICE).length === 0)
      expect(await app.quit()).toEqual([])
    },
  )
})
