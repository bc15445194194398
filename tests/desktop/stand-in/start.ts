import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format } from 'node:util'
import type { Browser, Page } from 'playwright'
import { packageJson } from '#build/setup/project.mjs'
import { ACTION_TIMEOUT_MS } from '#tests/browser/support/time-limits.ts'
import { within } from '#tests/support/eventually.ts'
import { type AppCopy, copyApp, REGISTRY_KEY } from './app-copy.ts'
import { AppTimers } from './app-timers.ts'
import { StandInDock } from './dock.ts'
import { type Desk, playElectron } from './electron.ts'
import { EXPORTS } from './exports.ts'
import { leftovers, type Resources, resourcesNow } from './leftovers.ts'
import { playSystem, type SystemOptions } from './played-system.ts'
import { missing, strict } from './strict.ts'

/** Time limit of the entry, which has nothing to await. */
const LOADING_MS = 60_000

export interface StartOptions extends SystemOptions {
  browser: Browser
  /** Origin of the API. */
  apiOrigin: string
  /** userData folder, reused between starts; temporary by default. */
  profile?: string
  /** Command-line arguments. */
  args?: string[]
  locale?: string
  isPackaged?: boolean
  /** Simulates a running first instance. */
  isSecondInstance?: boolean
  /** Build folder instead of `out`. */
  out?: string
  /** Prepares the fakes before the app runs. */
  before?: (desk: Desk) => void
}

/** A running app. */
export interface RunningApp extends Desk {
  timers: AppTimers
  /** Captured console output. */
  printed: string[]
  /** Page of a window by opening order; waits for it. */
  page(index?: number): Promise<Page>
  /** Resolves when the app has quit. */
  quitted: Promise<void>
  /** Quits like a user; returns leaked resources. */
  quit(): Promise<string[]>
  /** Stops it unconditionally and deletes its files. */
  dispose(): Promise<void>
}

/** Runs the built app until it is ready. */
export async function startApp(options: StartOptions): Promise<RunningApp> {
  const before = resourcesNow()
  const copy = copyApp(options.apiOrigin, { out: options.out })
  const profile = options.profile ?? mkdtempSync(join(tmpdir(), 'tidemark-profile-'))
  const storage = join(profile, 'browser-storage.json')
  const context = await options.browser.newContext({
    locale: options.locale ?? 'en-US',
    timezoneId: 'Asia/Seoul',
    ...(existsSync(storage) && { storageState: JSON.parse(readFileSync(storage, 'utf8')) }),
  })
  context.setDefaultTimeout(ACTION_TIMEOUT_MS)
  const desk = await playElectron(context, {
    profile,
    appPath: copy.folder,
    locale: options.locale ?? 'en-US',
    isPackaged: options.isPackaged ?? false,
    version: packageJson.version,
  })
  const { app } = desk.electron
  app.isSecondInstance = options.isSecondInstance ?? false
  app.system = options.system ?? 'linux'
  app.isWayland = options.isWayland ?? false
  if (options.system === 'darwin') app.dock = new StandInDock()
  const played = playSystem(options)
  options.before?.(desk)
  const timers = new AppTimers()
  const printed: string[] = []
  const argv = process.argv
  const ended = Promise.withResolvers<void>()
  app.once('quit', () => ended.resolve())

  const saveStorage = async () => {
    const state = await within(
      context.storageState({ indexedDB: true }),
      'the storage of a profile',
    )
    writeFileSync(storage, JSON.stringify(state))
  }
  const closeContext = async () => {
    // It opens a page of each origin.
    if (options.profile !== undefined) await saveStorage()
    await within(context.close(), 'the pages of an app close')
  }
  let isDisposed = false
  const dispose = async () => {
    if (isDisposed) return
    isDisposed = true
    app.exit()
    timers.dispose()
    process.argv = argv
    Reflect.deleteProperty(process, 'resourcesPath')
    await closeContext().catch(() => {})
    copy.dispose()
    played.dispose()
    registry.delete(copy.number)
    if (options.profile === undefined) rmSync(profile, { recursive: true, force: true })
  }
  const running: RunningApp = {
    ...desk,
    timers,
    printed,
    quitted: ended.promise,
    async page(index = 0) {
      const contents = [...desk.world.pages.open][index]
      if (!contents) throw new Error(`${desk.world.pages.open.size} windows are open`)
      return contents.page
    },
    async quit() {
      app.quit()
      await within(ended.promise, `the app quits; ${app.windows.size} windows are open`)
      const left = await leftOf(before, timers, running)
      await dispose()
      return left
    },
    dispose,
  }
  const { setTimeout, setInterval, clearTimeout, clearInterval } = timers
  const globals = {
    ...{ setTimeout, setInterval, clearTimeout, clearInterval },
    ...played.globals,
    console: quiet(printed),
  }
  registry.set(copy.number, { electron: { ...unimplemented, ...desk.electron }, globals })
  Reflect.set(process, 'resourcesPath', copy.folder)
  process.argv = [
    process.execPath,
    ...(options.isPackaged ? [] : [copy.folder]),
    ...(options.args ?? []),
  ]
  try {
    await loaded(copy)
    app.becomeReady()
  } catch (error) {
    await dispose()
    throw error
  }
  return running
}

const registry = new Map<number, { electron: object; globals: object }>()
Reflect.set(globalThis, REGISTRY_KEY, registry)
const unimplemented = Object.fromEntries(EXPORTS.map((name) => [name, missing(name)]))

/** A console that captures its output. */
function quiet(printed: string[]) {
  const print = (...parts: unknown[]) => void printed.push(format(...parts))
  return strict('console', { log: print, info: print, warn: print, error: print, debug: print })
}

/** Electron becomes ready after the entry, so an entry that awaits `ready` would hang. */
async function loaded(copy: AppCopy): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const why = 'out/main did not finish loading: does it await app.whenReady() at its top level?'
  const timer = setTimeout(() => reject(new Error(why)), LOADING_MS)
  try {
    await Promise.race([import(copy.main), promise])
  } finally {
    clearTimeout(timer)
  }
}

function leftOf(before: Resources, timers: AppTimers, { world }: Desk): Promise<string[]> {
  return leftovers(before, () => [
    ...timers.waiting().map((milliseconds) => `a timer of ${milliseconds} ms`),
    ...[...world.pages.open].map((contents) => `the page ${contents.getURL()}`),
    ...world.ipcMain.channels().map((channel) => `the channel ${channel}`),
  ])
}
