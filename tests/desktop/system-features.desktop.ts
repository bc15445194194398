import { beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawDigitIcon } from '#desktop/main/tray/digit-icon.ts'
import { ICON_STATES } from '#desktop/main/tray/tray-icons.ts'
import { DIRECTIONS } from '#shared/rules/band.ts'
import { WINDOWS_EXECUTABLE } from '#tests/support/desktop/windows-command-line.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { RunningApp } from './stand-in/start.ts'
import { KEYCHAIN_SERVICE, signIn } from './support/journey.ts'
import { clearKeychain } from './support/keychain-items.ts'
import { onStandIn } from './support/on-stand-in.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'

const site = setUpDesktopSite({ price: 100_000 })
beforeEach(() => clearKeychain(KEYCHAIN_SERVICE))

const windows = (app: RunningApp) => app.electron.BrowserWindow.getAllWindows()

/** Waits until the tray shows a price under the pointer. */
const untilPrice = (app: RunningApp, price: string) =>
  eventually(() => app.trays[0]?.toolTip.includes(price) === true, {
    what: `the tray shows ${price}`,
  })

type System = 'linux' | 'darwin' | 'win32'

/** The tray menu; macOS and Windows build it at a click. */
function menuOf(app: RunningApp, system: System) {
  const [tray] = app.trays
  if (system !== 'linux') tray?.emit(system === 'darwin' ? 'click' : 'right-click')
  return tray?.menu ?? null
}

/** Whether the icon of the app is marked as without a call. */
function isMarked(app: RunningApp, system: System): boolean {
  const { app: fake } = app.electron
  if (system === 'darwin') return fake.dock?.badge === '•'
  if (system === 'win32')
    return windows(app)[0]?.overlay?.description.includes('not made a call') === true
  return fake.registrations.filter(({ what }) => what === 'setBadgeCount').at(-1)?.args[0] === 1
}

describe.each(['linux', 'darwin', 'win32'] as const)('on %s', (system) => {
  test('a call from the tray is confirmed in a window of its own, and removes the mark', async () => {
    const app = await site.start({ system })
    await signIn(onStandIn(app), site.browser, `Caller ${system}`)
    await eventually(() => isMarked(app, system), { what: 'the icon is marked' })
    const line = () =>
      menuOf(app, system)
        ?.labels()
        .find((label) => label.startsWith('Call ■ Steady'))
    await eventually(() => line()?.includes('+') === true, { what: 'the tray shows an offer' })

    app.choose(menuOf(app, system), line() ?? '')
    await eventually(() => windows(app)[1]?.isVisible() === true)
    const declined = await app.page(1)
    await declined.getByText(/^\+\d+\sif\sright · −\d+\sif\swrong/).waitFor()
    // The window may be gone before the browser has confirmed the input.
    await declined
      .getByRole('button', { name: 'Cancel' })
      .click()
      .catch(() => {})
    await eventually(() => windows(app).length === 1, { what: 'the window has closed itself' })
    expect(isMarked(app, system)).toBe(true)

    app.choose(menuOf(app, system), line() ?? '')
    await eventually(() => windows(app).length === 2)
    const accepted = await app.page(1)
    await accepted.getByRole('heading', { name: 'Steady' }).waitFor()
    await accepted.getByRole('button', { name: 'Call it' }).click()
    await accepted.getByText('Vote saved.').waitFor()
    await accepted.getByText(/^Locked in: \+\d+\sif\sright · −\d+\sif\swrong/).waitFor()
    await accepted.keyboard.down('Enter').catch(() => {})
    await eventually(() => windows(app).length === 1)
    await eventually(() => !isMarked(app, system), { what: 'the mark is gone' })
    await eventually(() => line() === undefined)
    expect(await app.quit()).toEqual([])
  }, 180_000)
})

test.each([
  ['win32', { size: 16, zoom: 1, theme: 'light' }],
  ['linux', { size: 16, zoom: 2, theme: 'dark' }],
] as const)(
  'on %s the price is drawn into the tray icon when it is wanted there',
  async (system, panel) => {
    site.profile.write('settings', { hasTrayDigits: true })
    await site.reachPrice(100_000)
    const app = await site.start({ system, profile: site.profile.folder, args: ['--hidden'] })
    const [tray] = app.trays
    const icons = [...DIRECTIONS, 'none' as const].flatMap((direction) =>
      ICON_STATES.map((state) => ({ direction, state })),
    )
    const untilDigits = (digits: string) =>
      eventually(
        () => {
          const drawings = icons.map((icon) => drawDigitIcon({ digits, ...icon }, panel))
          return drawings.some((drawing) => tray?.image.bitmap?.equals(drawing))
        },
        { what: `the icon shows ${digits}` },
      )
    await untilDigits('100')
    expect([tray?.drawnPixels(system, 1), tray?.path]).toEqual([panel.size * panel.zoom, ''])
    site.movePrice(101_500)
    await untilDigits('101')
    expect(await app.quit()).toEqual([])
  },
)

test('the Dock menu opens its screens', async () => {
  const app = await site.start({ system: 'darwin', args: ['--hidden'] })
  const menu = app.electron.app.dock?.menu ?? null
  expect(menu?.labels()).toEqual(['Make a Call', 'Calls', 'Boards'])
  app.choose(menu, 'Boards')
  await eventually(() => windows(app).length === 1)
  await (await app.page()).waitForURL('**/boards/frees')
  expect(await app.quit()).toEqual([])
})

test('a line of the jump list starts the app with a link, which the running one opens', async () => {
  const app = await site.start({ system: 'win32', isPackaged: true, args: ['--hidden'] })
  const { registrations } = app.electron.app
  const tasks = registrations.findLast(({ what }) => what === 'setUserTasks')?.args[0]
  const [, votes] = Array.isArray(tasks) ? tasks : []
  expect(votes).toMatchObject({ title: 'Calls', program: WINDOWS_EXECUTABLE })
  await onStandIn(app).openLink(votes.arguments)
  await eventually(() => windows(app).length === 1)
  await (await app.page()).waitForURL('**/vote')
  expect(await app.quit()).toEqual([])
})

test('the global shortcut shows and hides the app; one that another program has is refused in words', async () => {
  const app = await site.start({
    profile: site.profile.folder,
    before: ({ shortcuts }) => void shortcuts.taken.add('Control+Alt+T'),
  })
  const page = await app.page()
  await page.getByRole('button', { name: 'Settings' }).click()
  const field = page.getByRole('textbox', { name: 'Show or hide the app' })
  await field.press('Control+Alt+KeyT')
  await page.getByText('Ctrl+Alt+T cannot be used').waitFor()
  expect([...app.shortcuts.registered.keys()]).toEqual([])
  await field.press('Control+Alt+KeyB')
  await eventually(() => app.shortcuts.registered.has('Control+Alt+B'))
  const [window] = windows(app)
  app.shortcuts.press('Control+Alt+B')
  expect(window?.isVisible()).toBe(false)
  app.shortcuts.press('Control+Alt+B')
  expect([window?.isVisible(), window?.isFocused()]).toEqual([true, true])
  expect(await app.quit()).toEqual([])
  expect([...app.shortcuts.registered.keys()]).toEqual([])

  const second = await site.start({ profile: site.profile.folder, args: ['--hidden'] })
  expect([...second.shortcuts.registered.keys()]).toEqual(['Control+Alt+B'])
  expect(await second.quit()).toEqual([])
})

test('on macOS the global shortcut leaves full screen before it hides the app', async () => {
  site.profile.write('settings', { globalShortcut: 'Control+Alt+B' })
  const app = await site.start({ system: 'darwin', profile: site.profile.folder })
  const [window] = windows(app)
  await eventually(() => window?.isFocused() === true)
  window?.setFullScreen(true)
  await eventually(() => window?.isFullScreen() === true)
  app.shortcuts.press('Control+Alt+B')
  await eventually(() => window?.isVisible() === false)
  expect(window?.isFullScreen()).toBe(false)
  app.shortcuts.press('Control+Alt+B')
  expect([window?.isVisible(), window?.isFocused()]).toEqual([true, true])
  expect(await app.quit()).toEqual([])
})

/** Other people write texts of notifications too. */
const TAKE_PROFIT = 'Take <b>profit</b> & <run'

test('a level alerts once and goes, another alerts at each crossing; a silent one makes no sound', async () => {
  const level = (price: string, more: object) => ({
    ...{ price, note: '', isOnce: false, sound: 'default' },
    ...more,
  })
  site.profile.write('settings', {
    hasQuietHours: false,
    levels: [
      level('100500', { note: TAKE_PROFIT, isOnce: true, sound: 'silent' }),
      level('101000', {}),
    ],
  })
  // An app that sees an earlier price would notify of the change.
  await site.reachPrice(100_000)
  const app = await site.start({ profile: site.profile.folder, args: ['--hidden'] })
  await untilPrice(app, '100,000')
  const count = () => app.notifications.length
  const move = async (price: number, shown: number) => {
    site.movePrice(price)
    await eventually(() => count() === shown, { what: `${shown} alerts at ${price}` })
  }
  await move(102_000, 2)
  const once = app.notifications.find(({ body }) => body.includes(TAKE_PROFIT))
  const repeated = app.notifications.find((one) => one !== once)
  expect([once?.silent, repeated?.silent]).toEqual([true, false])
  // Each time away from the level first, so that the next crossing counts.
  site.movePrice(102_500)
  await untilPrice(app, '102,500')
  await move(99_000, 3)
  site.movePrice(98_500)
  await untilPrice(app, '98,500')
  await move(102_000, 4)
  expect(app.notifications.filter(({ body }) => body.includes(TAKE_PROFIT))).toHaveLength(1)
  expect(await app.quit()).toEqual([])
  const stored = JSON.parse(
    readFileSync(join(site.profile.folder, 'userData', 'settings.json'), 'utf8'),
  )
  expect(stored.levels).toEqual([level('101000', {})])
})

test('an alert makes no sound while a window has the focus, and asks the system for no exception', async () => {
  site.profile.write('settings', { levelPrice: '101000', hasQuietHours: false })
  // An app that sees an earlier price would notify of the change.
  await site.reachPrice(100_000)
  const app = await site.start({ profile: site.profile.folder })
  await untilPrice(app, '100,000')
  await eventually(() => windows(app)[0]?.isFocused() === true)
  site.movePrice(102_000)
  await eventually(() => app.notifications.length === 1)
  windows(app)[0]?.blur()
  // Away from the level, so that the next crossing counts.
  site.movePrice(102_500)
  await untilPrice(app, '102,500')
  site.movePrice(99_000)
  await eventually(() => app.notifications.length === 2)
  expect(app.notifications.map(({ silent }) => silent)).toEqual([true, false])
  // An urgency or a time-out of its own would break through do-not-disturb on Linux.
  for (const { options } of app.notifications) {
    expect(Object.keys(options).sort()).toEqual(['body', 'id', 'silent', 'title'])
  }
  expect(await app.quit()).toEqual([])
})
