import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright'
import { fromRoot } from '#build/setup/project.mjs'
import { createBusPrograms } from '#tests/desktop/stand-in/played-system.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { DesktopApp, DesktopStart, Shown } from './desktop-app.ts'

/** Written by record-effects.cjs inside the app. */
interface Effects {
  opened: string[]
  shown: Shown[]
  click: (() => void) | null
  trayLabels(): string[]
  chooseInTray(label: string): void
  openLink(link: string): void
}

declare global {
  /** Exists in the main process of the app under test. */
  var tidemarkRecord: Effects
}

const RECORD = fromRoot('tests', 'desktop', 'support', 'record-effects.cjs')

/** What a workflow keeps: traces and the log of each start. */
const KEPT = fromRoot('test-results', 'desktop')
let starts = 0
/** By the app that runs: keeps its trace and log. */
const running = new Map<ElectronApplication, () => Promise<void>>()

/** Keeps traces and logs of the apps that a failed test has left, and ends them. */
export async function endElectron(): Promise<void> {
  for (const [app, keep] of running) {
    await keep().catch(() => {})
    await app.close().catch(() => {})
  }
  running.clear()
}

/** Starts real Electron on a copied app in `folder`. */
export async function startElectron(
  executablePath: string,
  folder: string,
  { profile, args = [], locale = 'en-US' }: DesktopStart,
): Promise<DesktopApp> {
  // A test machine has no panel, and without one the app on Linux would show its window.
  const bus = createBusPrograms('shows')
  const ofLinux = { PATH: bus.path, LANGUAGE: locale.replace('-', '_') }
  const app = await _electron.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      ...['-r', RECORD],
      `--user-data-dir=${profile}`,
      `--lang=${locale}`,
      join(folder, 'main', 'index.js'),
      ...args,
    ],
    env: { ...process.env, ...(process.platform === 'linux' && ofLinux) },
  })
  starts += 1
  const name = join(KEPT, `start-${starts}`)
  await app.context().tracing.start({ screenshots: true, snapshots: true })
  const keep = async () => {
    mkdirSync(KEPT, { recursive: true })
    await app.context().tracing.stop({ path: `${name}.zip` })
    const log = join(await app.evaluate(({ app }) => app.getPath('logs')), 'main.log')
    if (existsSync(log)) copyFileSync(log, `${name}.log`)
  }
  running.set(app, keep)
  return {
    page: async () => app.windows()[0] ?? (await app.firstWindow()),
    windows: async () => app.windows().length,
    opened: () => app.evaluate(() => globalThis.tidemarkRecord.opened),
    trayLines: () => app.evaluate(() => globalThis.tidemarkRecord.trayLabels()),
    chooseInTray: (label) =>
      app.evaluate((_electron, label) => globalThis.tidemarkRecord.chooseInTray(label), label),
    notifications: () => app.evaluate(() => globalThis.tidemarkRecord.shown),
    clickNotification: () => app.evaluate(() => globalThis.tidemarkRecord.click?.()),
    openLink: (link) =>
      app.evaluate((_electron, link) => globalThis.tidemarkRecord.openLink(link), link),
    async quit() {
      const { pid } = app.process()
      await keep().catch(() => {})
      running.delete(app)
      await app.evaluate(({ app }) => app.quit()).catch(() => {})
      await eventually(() => app.process().exitCode !== null, { what: `process ${pid} has ended` })
      bus.dispose()
      return []
    },
  }
}
