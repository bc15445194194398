import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judge, readReport } from '#build/release/smoke-report.mjs'
import { packageJson } from '#build/setup/project.mjs'
import { eventually } from '#tests/support/eventually.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'

const site = setUpDesktopSite()
const reportFolder = () => join(site.profile.folder, 'report')

/** Milliseconds over which the app measures its processes. */
const REST_MS = 5_000

test('a smoke test records page, picture and processes, and quits', async () => {
  const folder = reportFolder()
  site.profile.write('settings', { isMiniOpen: true })
  site.profile.write('windows', { isChartOpen: true })
  const app = await site.start({
    isPackaged: true,
    profile: site.profile.folder,
    environment: { TIDEMARK_SMOKE_TEST: folder },
  })
  await eventually(() => app.timers.fireMatching((milliseconds) => milliseconds === REST_MS) > 0)
  await app.quitted
  const report = readReport(folder)
  expect(report.page).toMatchObject({ hasBridge: true, nodeGlobals: [], isSecureContext: true })
  expect(report.page.text).toContain('Login')
  expect(report.windows.map(({ isVisible }) => isVisible)).toEqual([true, true, true])
  expect([...readFileSync(join(folder, 'window.png')).subarray(1, 4)]).toEqual([80, 78, 71])
  // The stand-in runs neither Electron nor Linux's sandbox.
  expect(
    judge(report, packageJson).every((problem) =>
      /Electron|sandbox|tidemark.localhost/.test(problem),
    ),
  ).toBe(true)
})

test('a page, a link or an argument cannot start it', async () => {
  const folder = reportFolder()
  const app = await site.start({
    isPackaged: true,
    args: [`--TIDEMARK_SMOKE_TEST=${folder}`, 'tidemark://vote?TIDEMARK_SMOKE_TEST=/tmp'],
  })
  await eventually(() => app.electron.BrowserWindow.getAllWindows().length === 1)
  await (await app.page()).getByRole('main').waitFor()
  expect(app.timers.waiting()).not.toContain(REST_MS)
  expect(existsSync(folder)).toBe(false)
  expect(await app.quit()).toEqual([])
})
