import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '#tests/support/eventually.ts'
import type { RunningApp } from './stand-in/start.ts'
import { onStandIn } from './support/on-stand-in.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'

const site = setUpDesktopSite()

const windows = (app: RunningApp) => app.electron.BrowserWindow.getAllWindows()
const storedWindows = () =>
  JSON.parse(readFileSync(join(site.profile.folder, 'userData', 'windows.json'), 'utf8'))

test('on Wayland windows keep their size, and the ticker takes neither focus nor a place on top', async () => {
  const first = await site.start({ profile: site.profile.folder })
  await eventually(() => windows(first)[0]?.isVisible() === true)
  windows(first)[0]?.setBounds({ x: 300, y: 200, width: 900, height: 700 })
  await first.quit()

  const second = await site.start({ profile: site.profile.folder, isWayland: true })
  await eventually(() => windows(second)[0]?.isFocused() === true)
  expect(windows(second)[0]?.getBounds()).toEqual({ x: 0, y: 0, width: 900, height: 700 })
  windows(second)[0]?.setBounds({ width: 950 })
  await onStandIn(second).chooseInTray('Mini ticker')
  await eventually(() => windows(second)[1]?.isVisible() === true)
  expect(windows(second)[0]?.isFocused()).toBe(true)
  expect(windows(second)[1]?.options).not.toHaveProperty('alwaysOnTop')
  const page = await second.page()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByText('On Wayland your desktop places the mini ticker').waitFor()
  await second.quit()
  expect(storedWindows()).toMatchObject({ main: { x: 300, y: 200, width: 950, height: 700 } })
  expect(storedWindows().mini).not.toHaveProperty('x')

  const third = await site.start({ profile: site.profile.folder, args: ['--hidden'] })
  await eventually(() => windows(third).length === 1)
  expect(windows(third)[0]?.isAlwaysOnTop()).toBe(true)
  expect(await third.quit()).toEqual([])
})

describe.each(['none', 'refuses'] as const)('with a panel for tray icons: %s', (trayHost) => {
  test('the app quits with its last window', async () => {
    const app = await site.start({ trayHost })
    await eventually(() => windows(app)[0]?.isVisible() === true)
    windows(app)[0]?.close()
    await app.quitted
  })

  test('a hidden start shows the main window in the end', async () => {
    const app = await site.start({ trayHost, args: ['--hidden'] })
    expect(app.timers.fireMatching((milliseconds) => milliseconds === 10_000)).toBePositive()
    await eventually(() => windows(app)[0]?.isVisible() === true)
    expect(await app.quit()).toEqual([])
  })
})

test('a window appears although the GPU process has died, and the GPU stays off', async () => {
  const first = await site.start({
    system: 'win32',
    profile: site.profile.folder,
    before: ({ electron }) => {
      electron.app.paints = false
    },
  })
  await first.page()
  await eventually(() => first.timers.waiting().includes(1_500))
  expect(windows(first)[0]?.isVisible()).toBe(false)
  first.timers.fireMatching((milliseconds) => milliseconds === 1_500)
  expect(windows(first)[0]?.isVisible()).toBe(true)
  for (let count = 0; count < 3; count++) {
    first.electron.app.tell('child-process-gone', { type: 'GPU', reason: 'crashed', exitCode: 1 })
  }
  expect(first.notifications.map(({ title }) => title)).toEqual(['Hardware acceleration is off'])
  await first.quit()

  const second = await site.start({ system: 'win32', profile: site.profile.folder })
  const names = second.electron.app.registrations.map(({ what }) => what)
  expect(names).toContain('disableHardwareAcceleration')
  const page = await second.page()
  await page.getByRole('button', { name: 'Settings' }).click()
  const box = page.getByRole('checkbox', { name: 'Hardware acceleration, after a restart' })
  expect(await box.isChecked()).toBe(false)
  await box.check()
  await second.quit()

  const third = await site.start({ profile: site.profile.folder, args: ['--hidden'] })
  const last = third.electron.app.registrations.map(({ what }) => what)
  expect(last).not.toContain('disableHardwareAcceleration')
  expect(await third.quit()).toEqual([])
})

test('on macOS a click on a notification of an earlier run starts the app at its screen', async () => {
  const app = await site.start({
    system: 'darwin',
    before: ({ electron }) => {
      electron.app.launchInfo = { identifier: '/boards~mabc12.3', userInfo: {} }
    },
  })
  const page = await app.page()
  await page.getByRole('heading', { name: 'Boards', level: 1 }).waitFor()
  await app.quit()
})

test('on Windows the start at login can be turned off whose path has a space', async () => {
  const app = await site.start({ system: 'win32', isPackaged: true })
  const { electron } = app
  const item = () => app.applicationMenu()?.find('&File', 'Start at Login')
  app.choose(app.applicationMenu(), '&File', 'Start at Login')
  electron.app.emit('browser-window-focus')
  expect(item()?.checked).toBe(true)
  app.choose(app.applicationMenu(), '&File', 'Start at Login')
  const set = electron.app.registrations.filter(({ what }) => what === 'setLoginItemSettings')
  expect(set.map(({ args }) => args[0])).toMatchObject([
    { openAtLogin: true },
    { openAtLogin: false },
  ])
  await app.quit()
})

test.each([
  ['win32', [1, 1.25, 1.5, 2, 3], 16],
  ['darwin', [1, 2], 16],
  ['linux', [1, 2], 22],
] as const)('the tray picture is sharp at every scale on %s', async (system, scales, points) => {
  const app = await site.start({ system, args: ['--hidden'] })
  const [tray] = app.trays
  for (const scale of scales) {
    expect(tray?.drawnPixels(system, scale)).toBeGreaterThanOrEqual(points * scale)
  }
  // By its id macOS remembers where the user has put the icon.
  expect(tray?.guid === undefined).toBe(system !== 'darwin')
  expect(await app.quit()).toEqual([])
})

test('the chosen theme applies to the system parts, also at the next start', async () => {
  const first = await site.start({ profile: site.profile.folder })
  const page = await first.page()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await eventually(() => first.nativeTheme.themeSource === 'dark')
  expect(await first.quit()).toEqual([])
  const second = await site.start({ profile: site.profile.folder })
  expect(second.nativeTheme.themeSource).toBe('dark')
  expect(windows(second)[0]?.options.backgroundColor).toBe('#0c1116')
  expect(await second.quit()).toEqual([])
})

test('crash dumps are stored beside the log, sent nowhere, and shown from the menu', async () => {
  const app = await site.start({ args: ['--hidden'] })
  expect(app.crashReports).toEqual([{ uploadToServer: false }])
  const logs = app.electron.app.getPath('logs')
  expect(app.electron.app.getPath('crashDumps')).toBe(join(logs, 'crashes'))
  app.choose(app.applicationMenu(), '&Help', 'Show Log and Crash Reports')
  expect(app.shell.revealed).toEqual([join(logs, 'main.log')])
  expect(readFileSync(join(logs, 'main.log'), 'utf8')).toContain('started on linux')
  expect(await app.quit()).toEqual([])
})

test('links that the system does not hand over are logged', async () => {
  const app = await site.start({
    isPackaged: true,
    profile: site.profile.folder,
    args: ['--hidden'],
    before: ({ electron }) => {
      electron.app.refusesSchemes = true
    },
  })
  const log = readFileSync(join(app.electron.app.getPath('logs'), 'main.log'), 'utf8')
  expect(log).toContain('does not open links of tidemark:')
  await app.quit()
})

test('the switch for a start at login follows what the user changed in the system', async () => {
  site.profile.write('settings', { startAtLogin: true })
  const app = await site.start({ isPackaged: true, profile: site.profile.folder })
  const item = () => app.applicationMenu()?.find('&File', 'Start at Login').checked
  await eventually(() => item() === false)
  expect(await app.quit()).toEqual([])
})

test('the about panel names app, version and website', async () => {
  const app = await site.start({ args: ['--hidden'] })
  const { registrations } = app.electron.app
  const [about] = registrations.filter(({ what }) => what === 'setAboutPanelOptions')
  expect(about?.args[0]).toMatchObject({
    applicationName: 'Tidemark',
    applicationVersion: app.electron.app.getVersion(),
    website: site.server.url,
  })
  expect(await app.quit()).toEqual([])
})
