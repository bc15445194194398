import { expect, test } from 'bun:test'
import { eventually } from '#tests/support/eventually.ts'
import type { RunningApp } from './stand-in/start.ts'
import { displayOf } from './stand-in/system.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'

const site = setUpDesktopSite()
const windows = (app: RunningApp) => app.electron.BrowserWindow.getAllWindows()
const LAPTOP = displayOf(1, { x: 0, y: 0, width: 1440, height: 900 })

test.each([
  ['linux', 1],
  ['win32', 1.5],
] as const)(
  'a panel of the desk pops out, follows the displays, and returns where it was, on %s',
  async (system, scale) => {
    const SECOND = displayOf(2, { x: 1440, y: 0, width: 1920, height: 1080 }, scale)
    const first = await site.start({
      system,
      profile: site.profile.folder,
      args: ['tidemark://desk'],
    })
    const main = await first.page()
    await main.setViewportSize({ width: 1280, height: 800 })
    first.electron.screen.displays = [LAPTOP, SECOND]
    await main.getByRole('button', { name: 'Open Live in its own window' }).click()
    await eventually(() => windows(first)[1]?.isVisible() === true)
    const live = await first.page(1)
    expect(new URL(live.url()).pathname).toBe('/window/live')
    // The user moves it there; on Windows the size of a first call is wrong.
    windows(first)[1]?.setBounds({ x: 2000, y: 200 })
    windows(first)[1]?.setBounds({ x: 2000, y: 200, width: 500, height: 600 })
    first.timers.fireMatching((milliseconds) => milliseconds === 500)
    await live.getByRole('link', { name: 'All calls' }).click()
    await main.waitForURL('**/vote')

    first.electron.screen.displays = [LAPTOP]
    first.electron.screen.emit('display-removed')
    first.timers.fireMatching((milliseconds) => milliseconds === 1_000)
    expect(windows(first)[1]?.getBounds()).toEqual({ x: 940, y: 200, width: 500, height: 600 })
    first.timers.fireMatching((milliseconds) => milliseconds === 1_000)
    expect(await first.quit()).toEqual([])

    const second = await site.start({
      system,
      profile: site.profile.folder,
      before: ({ screen }) => {
        screen.displays = [LAPTOP, SECOND]
      },
    })
    await eventually(() => windows(second)[1]?.isVisible() === true)
    expect(windows(second)[1]?.getBounds()).toEqual({ x: 2000, y: 200, width: 500, height: 600 })
    expect(await second.quit()).toEqual([])
  },
  180_000,
)
