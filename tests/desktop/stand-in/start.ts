import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format } from 'node:util'
import type { Browser, Page } from 'playwright'
import { packageJson } from '#build/setup/project.mjs'
import { type AppCopy, copyApp, HANDED } from './app-copy.ts'
import { AppTimers } from './app-timers.ts'
import { type Desk, playElectron } from './electron.ts'
import { EXPORTS } from './exports.ts'
import { leftovers, type Resources, resourcesNow } from './leftovers.ts'
import { loud, missing } from './loud.ts'

/** How long the entry of an app may take; it has nothing to wait for. */
const LOADING_MS = 20_000

export interface StartOptions {
  browser: Browser
  /** Where the API is. */
  apiOrigin: string
  /** The folder of the user, kept from one start to the next; a throw-away one by default. */
  profile?: string
  /** What follows the program on the command line. */
  args?: string[]
  locale?: string
  isPackaged?: boolean
  /** Another instance runs already. */
  isSecondInstance?: boolean
  /** What was built, instead of `out`. */
  out?: string
  /** What a test does to the parts before the app runs. */
  before?: (desk: Desk) => void
}

/** The app as it runs. */
export interface RunningApp extends Desk {
  timers: AppTimers
  /** What the app printed. */
  printed: string[]
  /** The page of a window, by the order in which they were opened; waits for it. */
  page(index?: number): Promise<Page>
  /** Resolves when the app has quit. */
  quitted: Promise<void>
  /** Quits as a person does, and answers what was left running. */
  quit(): Promise<string[]>
  /** Ends it whatever it does, and throws everything away. */
  dispose(): Promise<void>
}

/** Runs the built app on the stand-in, until it is ready. */
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
  context.setDefaultTimeout(15_000)
  const desk = await playElectron(context, {
    profile,
    appPath: copy.folder,
    locale: options.locale ?? 'en-US',
    isPackaged: options.isPackaged ?? false,
    version: packageJson.version,
  })
  const { app } = desk.electron
  app.isSecondInstance = options.isSecondInstance ?? false
  options.before?.(desk)
  const timers = new AppTimers()
  const printed: string[] = []
  const argv = process.argv
  const ended = Promise.withResolvers<void>()
  app.once('quit', () => ended.resolve())

  const closeContext = async () => {
    const state = await context.storageState({ indexedDB: true })
    writeFileSync(storage, JSON.stringify(state))
    await context.close()
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
    handed.delete(copy.number)
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
      await ended.promise
      const left = await leftOf(before, timers, running)
      await dispose()
      return left
    },
    dispose,
  }
  const { setTimeout, setInterval, clearTimeout, clearInterval } = timers
  const given = { setTimeout, setInterval, clearTimeout, clearInterval, console: quiet(printed) }
  handed.set(copy.number, { electron: { ...unplayed, ...desk.electron }, given })
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

const handed = new Map<number, { electron: object; given: object }>()
Reflect.set(globalThis, HANDED, handed)
const unplayed = Object.fromEntries(EXPORTS.map((name) => [name, missing(name)]))

/** A console that keeps what is printed. */
function quiet(printed: string[]) {
  const print = (...parts: unknown[]) => void printed.push(format(...parts))
  return loud('console', { log: print, info: print, warn: print, error: print, debug: print })
}

/** Electron is ready only when the entry has been run, so an entry that waits for it hangs for good. */
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
