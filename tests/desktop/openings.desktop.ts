import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { RESTARTED } from '#desktop/main/environment.ts'
import { apiUserOf, signInQuickly } from '#tests/browser/support/session.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { RunningApp } from './stand-in/start.ts'
import { displayOf } from './stand-in/system.ts'
import { inEnglish } from './support/in-english.ts'
import { waitForTrayLine } from './support/journey.ts'
import { onStandIn } from './support/on-stand-in.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'
import { TEXTS } from './support/texts.ts'

const site = setUpDesktopSite()

const windows = (app: RunningApp) => app.electron.BrowserWindow.getAllWindows()
const storedOf = (name: string) =>
  JSON.parse(readFileSync(join(site.profile.folder, 'userData', `${name}.json`), 'utf8'))
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

describe('a start', () => {
  test('shows the home screen once it is rendered', async () => {
    const app = await site.start()
    const [window] = windows(app)
    expect(window?.isVisible()).toBe(false)
    await heading(await app.page()).waitFor()
    await eventually(() => window?.isVisible() === true)
    expect(window?.isFocused()).toBe(true)
    expect(await app.quit()).toEqual([])
  })

  test('with a deep link shows its screen directly', async () => {
    const user = apiUserOf(site.server.url, await signInQuickly(site.server.url, 'Somebody'))
    const id = await user.post('suggestions', '<p>Round numbers, please</p>')
    const path = `boards/suggestions/view/${id}`
    const app = await site.start({ args: [`tidemark://${path}`] })
    const page = await app.page()
    await page.waitForURL(`**/${path}`)
    await page.getByRole('article').getByText('Round numbers, please').first().waitFor()
  })

  test('with a foreign link shows the home screen', async () => {
    const app = await site.start({ args: ['tidemark://evil/../../x?a=//b'] })
    const page = await app.page()
    await heading(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('hidden by the system creates only the tray', async () => {
    const app = await site.start({ args: ['--hidden'] })
    await waitForTrayLine(onStandIn(app), TEXTS['en-US'].guest)
    expect(windows(app)).toEqual([])
    expect(app.world.pages.open.size).toBe(0)
    await onStandIn(app).chooseInTray(TEXTS['en-US'].open)
    await heading(await app.page()).waitFor()
    expect(await app.quit()).toEqual([])
  })

  test('by an update shows the window, although the arguments are those of a hidden start', async () => {
    const app = await site.start({ args: ['--hidden'], environment: { [RESTARTED]: '1' } })
    await heading(await app.page()).waitFor()
    expect(await app.quit()).toEqual([])
  })

  test('of a second instance quits it', async () => {
    const app = await site.start({ isSecondInstance: true })
    await app.quitted
    expect(windows(app)).toEqual([])
    expect(app.trays).toEqual([])
  })
})

describe('the running app', () => {
  test('shows its single window on a second start, a link or an icon click, also when minimized', async () => {
    const app = await site.start()
    const page = await app.page()
    await heading(page).waitFor()
    const [window] = windows(app)
    window?.minimize()
    app.electron.app.tell('second-instance', [process.execPath], process.cwd(), null)
    expect(window?.isMinimized()).toBe(false)
    await onStandIn(app).openLink('tidemark://donation')
    await page.waitForURL('**/donation')
    const event = app.electron.app.tell('open-url', 'tidemark://terms')
    expect(event.defaultPrevented).toBe(true)
    await page.waitForURL('**/terms')
    app.electron.app.tell('activate', false)
    expect(windows(app)).toHaveLength(1)
  })

  test('shows nothing on a second start at login', async () => {
    const app = await site.start({ args: ['--hidden'] })
    app.electron.app.tell('second-instance', [process.execPath, '--hidden'], process.cwd(), null)
    expect(windows(app)).toEqual([])
  })

  test('preserves tray and stream when the window closes, and reopens it', async () => {
    const app = await site.start()
    await heading(await app.page()).waitFor()
    windows(app)[0]?.close()
    await eventually(() => windows(app).length === 0)
    await eventually(() => app.world.pages.open.size === 0)
    await waitForTrayLine(onStandIn(app), TEXTS['en-US'].guest)
    await onStandIn(app).chooseInTray(TEXTS['en-US'].open)
    await heading(await app.page()).waitFor()
    expect(await app.quit()).toEqual([])
  })
})

describe('persisted state', () => {
  test('restores the window bounds within the current displays', async () => {
    const first = await site.start({ profile: site.profile.folder })
    await heading(await first.page()).waitFor()
    windows(first)[0]?.setBounds({ x: 300, y: 200, width: 900, height: 700 })
    expect(await first.quit()).toEqual([])
    const second = await site.start({ profile: site.profile.folder })
    expect(windows(second)[0]?.getBounds()).toEqual({ x: 300, y: 200, width: 900, height: 700 })
    await second.quit()
    const small = displayOf(1, { x: 0, y: 0, width: 1024, height: 640 })
    const third = await site.start({
      profile: site.profile.folder,
      before: ({ screen }) => {
        screen.displays = [small]
      },
    })
    const bounds = windows(third)[0]?.getBounds()
    expect(bounds).toEqual({ x: 124, y: 40, width: 900, height: small.workArea.height })
  })

  test.each(
    inEnglish([
      ['en-US', 'Mini ticker'],
      ['ko-KR', '미니 시세창'],
    ] as const),
  )(
    'the mini ticker is enabled in the tray and restored at the next start (%s)',
    async (locale, label) => {
      const first = await site.start({ profile: site.profile.folder, locale })
      await heading(await first.page()).waitFor()
      await onStandIn(first).chooseInTray(label)
      await eventually(() => windows(first).length === 2)
      const mini = windows(first)[1]
      expect(mini?.isAlwaysOnTop()).toBe(true)
      const page = await first.page(1)
      await page.getByText('BTC/USDT').first().waitFor()
      expect(await first.quit()).toEqual([])
      const second = await site.start({ profile: site.profile.folder, locale })
      await eventually(() => windows(second).length === 2)
      windows(second)[1]?.close()
      await eventually(() => windows(second).length === 1)
      expect(await second.quit()).toEqual([])
      const third = await site.start({ profile: site.profile.folder, locale })
      await heading(await third.page()).waitFor()
      expect(windows(third)).toHaveLength(1)
    },
  )

  test.each(['darwin', 'win32'] as const)(
    'the mini ticker snaps once, at the end of a drag, on %s',
    async (system) => {
      site.profile.write('settings', { isMiniOpen: true })
      const app = await site.start({ system, profile: site.profile.folder, args: ['--hidden'] })
      await eventually(() => windows(app)[0]?.isVisible() === true)
      const [mini] = windows(app)
      let moves = 0
      mini?.on('move', () => {
        moves++
      })
      mini?.drag(...[400, 11, 8, 10].map((x) => ({ x, y: 300 })))
      app.timers.fireMatching((milliseconds) => milliseconds === 200)
      expect([mini?.getBounds().x, moves]).toEqual([0, 5])
      expect(await app.quit()).toEqual([])
    },
  )

  test('the mini ticker stays hidden in its hours, unless its owner opens it', async () => {
    const always = { isOn: true, from: '00:00', to: '00:00', days: [0, 1, 2, 3, 4, 5, 6] }
    site.profile.write('settings', { isMiniOpen: true, miniHiddenHours: always })
    const app = await site.start({ profile: site.profile.folder })
    await heading(await app.page()).waitFor()
    const item = () => app.trays[0]?.menu?.find('Mini ticker').checked
    expect([windows(app).length, item()]).toEqual([1, false])
    await onStandIn(app).chooseInTray('Mini ticker')
    await eventually(() => windows(app).length === 2)
    expect(item()).toBe(true)
    app.powerMonitor.emit('resume')
    expect(windows(app)).toHaveLength(2)
    expect(await app.quit()).toEqual([])
    const second = await site.start({ profile: site.profile.folder })
    await heading(await second.page()).waitFor()
    expect(windows(second)).toHaveLength(1)
    expect(storedOf('settings')).toMatchObject({ isMiniOpen: true })
  })

  test('the chosen language applies to page, tray and menu, and to the next start', async () => {
    const first = await site.start({ profile: site.profile.folder })
    const page = await first.page()
    await heading(page).waitFor()
    await page.getByLabel('Language').selectOption('한국어')
    await waitForTrayLine(onStandIn(first), TEXTS['ko-KR'].guest)
    await page.getByRole('link', { name: '로그인', exact: true }).waitFor()
    expect(first.applicationMenu()?.labels().join()).toMatch(/[가-힣]/)
    expect(await first.quit()).toEqual([])
    const second = await site.start({ profile: site.profile.folder })
    await waitForTrayLine(onStandIn(second), TEXTS['ko-KR'].guest)
    await (await second.page()).getByRole('link', { name: '로그인', exact: true }).waitFor()
  })
})

test.each(['linux', 'darwin'] as const)(
  'a quit that an unsaved note calls off takes neither ticker nor panels, on %s',
  async (system) => {
    site.profile.write('settings', { isMiniOpen: true })
    site.profile.write('windows', { open: ['live'] })
    const app = await site.start({ system, profile: site.profile.folder })
    await eventually(() => windows(app).filter((window) => window.isVisible()).length === 3)
    const before = windows(app)
    const page = await app.page()
    await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
    await page.getByRole('main').click()
    app.dialogs.person.answer = () => 1
    app.electron.app.quit()
    await eventually(() => app.dialogs.shown.length === 1)
    await eventually(() => windows(app).filter((window) => !before.includes(window)).length === 2)
    expect(windows(app)[0]).toBe(before[0])
    app.dialogs.person.answer = () => 0
    expect(await app.quit()).toEqual([])
    expect(storedOf('settings').isMiniOpen).toBe(true)
    expect(storedOf('windows').open).toEqual(['live'])
  },
  60_000,
)

test('an unsaved note blocks closing the window until the user confirms', async () => {
  const app = await site.start({ args: ['tidemark://terms'] })
  const page = await app.page()
  await heading(page).waitFor()
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
  // Chromium runs beforeunload only after a user gesture.
  await page.getByRole('main').click()
  app.dialogs.person.answer = () => 1
  windows(app)[0]?.minimize()
  windows(app)[0]?.close()
  await eventually(() => app.dialogs.shown.length === 1)
  expect(app.dialogs.parents).toEqual(windows(app))
  expect([windows(app).length, windows(app)[0]?.isMinimized()]).toEqual([1, false])
  app.dialogs.person.answer = () => 0
  windows(app)[0]?.close()
  await eventually(() => windows(app).length === 0)
})
