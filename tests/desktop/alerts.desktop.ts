import { beforeEach, describe, expect, test } from 'bun:test'
import { eventually } from '#tests/support/eventually.ts'
import type { RunningApp, StartOptions } from './stand-in/start.ts'
import { inEnglish } from './support/in-english.ts'
import { onStandIn } from './support/on-stand-in.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'

const site = setUpDesktopSite({ price: 100_000 })
beforeEach(() => site.reachPrice(100_000))

const titles = (app: RunningApp) => app.notifications.map(({ title }) => title)

/** Waits until the tray shows a price under the pointer. */
const untilPrice = (app: RunningApp, price: string) =>
  eventually(() => app.trays[0]?.toolTip.includes(price) === true, {
    what: `the tray shows ${price}`,
  })

test.each(
  inEnglish([
    ['en-US', /^▲ At or above your alert price/, /^▼ Below your alert price/],
    ['ko-KR', /^▲ 알림 가격 이상/, /^▼ 알림 가격 미만/],
  ] as const),
)(
  'a crossed level notifies once per direction and opens the app (%s)',
  async (locale, above, below) => {
    site.profile.write('settings', { levelPrice: '101000', hasQuietHours: false })
    const app = await site.start({ profile: site.profile.folder, locale, args: ['--hidden'] })
    await untilPrice(app, '100,000')
    site.movePrice(102_000)
    await eventually(() => titles(app).length === 1)
    expect(titles(app)[0]).toMatch(above)
    site.movePrice(102_500)
    await untilPrice(app, '102,500')
    expect(titles(app)).toEqual([expect.stringMatching(above)])
    site.movePrice(99_000)
    await eventually(() => titles(app).length === 2)
    expect(titles(app)[1]).toMatch(below)
    expect(app.electron.BrowserWindow.getAllWindows()).toEqual([])
    await onStandIn(app).clickNotification()
    await (await onStandIn(app).page()).getByRole('heading', { level: 1 }).waitFor()
    expect(await app.quit()).toEqual([])
  },
)

test('a notification that the system refuses is logged', async () => {
  site.profile.write('settings', { levelPrice: '101000', hasQuietHours: false })
  const app = await site.start({
    profile: site.profile.folder,
    args: ['--hidden'],
    before: ({ notificationCenter }) => {
      notificationCenter.failure = 'the app is not signed'
    },
  })
  await untilPrice(app, '100,000')
  site.movePrice(102_000)
  const isLogged = () => app.printed.some((line) => line.includes('the app is not signed'))
  await eventually(isLogged, { what: 'the failure is in the log' })
  expect(await app.quit()).toEqual([])
})

describe('on Windows a notification of a crashed run', () => {
  test('opens its page', async () => {
    site.profile.write('settings', { levelPrice: '101000', hasQuietHours: false })
    const crashed = await site.start({
      system: 'win32',
      profile: site.profile.folder,
      args: ['--hidden'],
    })
    await untilPrice(crashed, '100,000')
    site.movePrice(102_000)
    await eventually(() => crashed.notifications.length === 1)
    const [shown] = crashed.notifications
    expect([shown?.title, shown?.silent]).toEqual([shown?.options.title, false])
    expect(shown?.launch).toStartWith('type=click&tag=/~')
    await crashed.quit()

    const app = await site.start({ system: 'win32', args: ['--hidden'] })
    await untilPrice(app, '102,000')
    // An alert of a level leads home; this one to a page that shows whether its path arrives.
    app.notificationCenter.activate(shown?.launch.replace('/~', '/donation~') ?? '')
    await (await onStandIn(app).page()).waitForURL('**/donation')
    expect(await app.quit()).toEqual([])
  })

  test('shows the app when an earlier version made it, without a path', async () => {
    const app = await site.start({ system: 'win32', args: ['--hidden'] })
    app.notificationCenter.activate('')
    await (await onStandIn(app).page()).getByRole('heading', { level: 1 }).waitFor()
    expect(await app.quit()).toEqual([])
  })
})

test('muting alerts in the tray suppresses notifications', async () => {
  site.profile.write('settings', { levelPrice: '101000', hasQuietHours: false })
  const app = await site.start({ profile: site.profile.folder, args: ['--hidden'] })
  await untilPrice(app, '100,000')
  await onStandIn(app).chooseInTray('Mute alerts')
  site.movePrice(107_000)
  await untilPrice(app, '107,000')
  expect(titles(app)).toEqual([])
  expect(await app.quit()).toEqual([])
})

const windows = (app: RunningApp) => app.electron.BrowserWindow.getAllWindows()
const REPETITION_MS = 5_000
const isRepeated = (app: RunningApp) => app.timers.waiting().includes(REPETITION_MS)

/** An app whose price has crossed a level with a sound of its own. */
async function startWithSound(options: Partial<StartOptions> = {}) {
  const level = { price: '101000', note: '', isOnce: false, sound: 'drop' }
  site.profile.write('settings', {
    levels: [level],
    isSoundRepeated: true,
    soundVolume: 40,
    hasQuietHours: false,
  })
  const app = await site.start({ profile: site.profile.folder, args: ['--hidden'], ...options })
  await untilPrice(app, '100,000')
  site.movePrice(102_000)
  await eventually(() => app.notifications.length === 1)
  return app
}

test('a sound of its own is played by a hidden window, again and again until the click', async () => {
  const app = await startWithSound()
  const played = () => windows(app).map(({ webContents }) => webContents.sentTo)
  const path = 'http://tidemark.localhost/sound/drop/40'
  await eventually(() => played().includes(path), { what: 'a window plays the sound' })
  expect([app.notifications[0]?.silent, windows(app)[0]?.isVisible()]).toEqual([true, false])
  await eventually(() => windows(app).length === 0, { what: 'it closes itself', patience: 10_000 })
  app.timers.fireMatching((milliseconds) => milliseconds === REPETITION_MS)
  await eventually(() => played().includes(path), { what: 'the sound is repeated' })
  await onStandIn(app).clickNotification()
  expect(isRepeated(app)).toBe(false)
  await eventually(() => windows(app).length === 1 && windows(app)[0]?.isVisible() === true)
  expect(await app.quit()).toEqual([])
})

test('muting ends a sound that is repeated', async () => {
  const app = await startWithSound()
  await eventually(() => isRepeated(app))
  await onStandIn(app).chooseInTray('Mute alerts')
  expect(isRepeated(app)).toBe(false)
  await eventually(() => windows(app).length === 0, { patience: 10_000 })
  expect(await app.quit()).toEqual([])
})

test("do-not-disturb leaves the notification to the system, without the app's sound", async () => {
  const app = await startWithSound({ isDoNotDisturb: true })
  expect([app.notifications[0]?.silent, windows(app).length]).toEqual([false, 0])
  expect(isRepeated(app)).toBe(false)
  expect(await app.quit()).toEqual([])
})

test('macOS gets the name of the file, and the notification anew for each repetition', async () => {
  const app = await startWithSound({ system: 'darwin' })
  expect(app.notifications[0]?.options).toMatchObject({ silent: false, sound: 'drop.wav' })
  app.timers.fireMatching((milliseconds) => milliseconds === REPETITION_MS)
  await eventually(() => app.notifications.length === 2)
  expect([isRepeated(app), windows(app)]).toEqual([true, []])
  app.notifications[0]?.dismiss()
  expect(isRepeated(app)).toBe(false)
  expect(await app.quit()).toEqual([])
})
