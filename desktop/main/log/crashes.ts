import { join } from 'node:path'
import type { App, CrashReporter, Details, RenderProcessGoneDetails, WebContents } from 'electron'
import type { ShowMessageBox } from '#desktop/main/windows/message-box.ts'
import type { ErrorKind } from '#shared/contract/error-reports.ts'
import { crashTexts } from '#shared/i18n/desktop/crash.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'
import type { Log } from './log.ts'

export interface CrashMessageOptions {
  showMessageBox: ShowMessageBox
  locale(): Locale
}

/** Asks whether to reload a window that crashed twice. */
export async function confirmReload({
  showMessageBox,
  locale,
}: CrashMessageOptions): Promise<boolean> {
  const t = translator(crashTexts, locale())
  const { response } = await showMessageBox({
    type: 'error',
    message: t('crash.title'),
    detail: t('crash.detail'),
    buttons: [t('crash.retry'), t('crash.close')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}

/** A later crash of a window counts as the first, milliseconds. */
const FORGET_AFTER = 10 * 60_000

/** The part of WebContents that is used to reload. */
export type Window = Pick<WebContents, 'id' | 'isDestroyed' | 'reload' | 'close'>

interface ReloadOptions {
  /** True reloads once more, false closes the windows. */
  confirm(): Promise<boolean>
  now(): number
}

/**
 * Reloads a crashed window once; after a second crash asks the user, with one dialog for all
 * windows.
 */
export function createReloads({ confirm, now }: ReloadOptions) {
  const reloadedAt = new Map<number, number>()
  const waiting = new Set<Window>()

  const load = (window: Window) => {
    if (window.isDestroyed()) return
    reloadedAt.set(window.id, now())
    window.reload()
  }

  const decide = async () => {
    // Without an answer, for example without a screen, do not retry.
    const again = await confirm().catch(() => false)
    for (const window of waiting) {
      if (again) load(window)
      else if (!window.isDestroyed()) window.close()
    }
    waiting.clear()
  }

  return (window: Window, { reason }: RenderProcessGoneDetails): void => {
    const last = reloadedAt.get(window.id)
    // A failed launch or broken integrity will not improve by a reload.
    const isHopeless = reason === 'launch-failed' || reason === 'integrity-failure'
    if (!isHopeless && (last === undefined || now() - last > FORGET_AFTER)) {
      load(window)
      return
    }
    waiting.add(window)
    if (waiting.size === 1) void decide()
  }
}

/** Maximum log entries of one kind per minute. */
const MAX_PER_MINUTE = 20

type Gone = (event: unknown, contents: Window, gone: RenderProcessGoneDetails) => void
type ChildGone = (event: unknown, details: Details) => void
type PreloadError = (event: unknown, path: string, error: Error) => void

/** Events of a WebContents. */
interface Contents extends Window {
  on(event: 'preload-error', listener: PreloadError): unknown
  off(event: 'preload-error', listener: PreloadError): unknown
  once(event: 'destroyed', listener: () => void): unknown
}
type Created = (event: unknown, contents: Contents) => void

/** Events of Electron's `app`. */
interface CrashingApp {
  on(event: 'render-process-gone', listener: Gone): unknown
  on(event: 'child-process-gone', listener: ChildGone): unknown
  on(event: 'web-contents-created', listener: Created): unknown
  off(event: 'render-process-gone', listener: Gone): unknown
  off(event: 'child-process-gone', listener: ChildGone): unknown
  off(event: 'web-contents-created', listener: Created): unknown
}

/** Events of the process. */
interface CrashingProcess {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown
  off(
    event: 'uncaughtException' | 'unhandledRejection',
    listener: (error: unknown) => void,
  ): unknown
}

interface CrashOptions {
  process: CrashingProcess
  app: CrashingApp
  log: Log
  /** Confirms another reload; `confirmReload`. */
  confirm(): Promise<boolean>
  now(): number
  /** Reports an error to the server, unless the user opts out. */
  report(kind: ErrorKind, error: Error): void
}

/** The end of a process as an error, whose stack would be that of its listener. */
function endOf(name: string, { reason, exitCode }: { reason: string; exitCode: number }): Error {
  return Object.assign(new Error(`${reason}, exit code ${exitCode}`), { name, stack: '' })
}

/**
 * Logs and reports crashes of this process, windows and helpers, and reloads crashed windows. An uncaught error
 * does not end the app. Returns the function that stops.
 */
export function watchCrashes({
  process,
  app,
  log,
  confirm,
  now,
  report,
}: CrashOptions): () => void {
  const handleGone = createReloads({ confirm, now })
  const watched = new Set<Contents>()
  const write = rateLimited(log.error, now)

  const onException = (error: unknown) => {
    write('uncaught error', error)
    if (error instanceof Error) report('error', error)
  }
  const onRejection = (reason: unknown) => {
    write('unhandled rejection', reason)
    if (reason instanceof Error) report('rejection', reason)
  }
  const onRendererGone: Gone = (_, contents, gone) => {
    if (gone.reason === 'clean-exit') return
    write('window process ended', gone)
    report('crash', endOf('WindowProcessEnded', gone))
    handleGone(contents, gone)
  }
  const onChildGone: ChildGone = (_, { type, reason, exitCode, name }) => {
    if (reason === 'clean-exit') return
    write('helper process ended', { type, reason, exitCode, name })
    report('crash', endOf('HelperProcessEnded', { reason: `${type} ${reason}`, exitCode }))
  }
  const onPreloadError: PreloadError = (_, _path, error) => {
    write('preload script failed', error)
    report('error', error)
  }
  const onContents: Created = (_, contents) => {
    watched.add(contents)
    contents.on('preload-error', onPreloadError)
    contents.once('destroyed', () => watched.delete(contents))
  }

  process.on('uncaughtException', onException)
  process.on('unhandledRejection', onRejection)
  app.on('render-process-gone', onRendererGone)
  app.on('child-process-gone', onChildGone)
  app.on('web-contents-created', onContents)
  return () => {
    process.off('uncaughtException', onException)
    process.off('unhandledRejection', onRejection)
    app.off('render-process-gone', onRendererGone)
    app.off('child-process-gone', onChildGone)
    app.off('web-contents-created', onContents)
    for (const contents of watched) contents.off('preload-error', onPreloadError)
    watched.clear()
  }
}

/** Limits the entries of each message per minute. */
function rateLimited(write: Log['error'], now: () => number): Log['error'] {
  const counts = new Map<string, { since: number; count: number }>()
  return (message, detail) => {
    const known = counts.get(message)
    const entry = known && now() - known.since < 60_000 ? known : { since: now(), count: 0 }
    counts.set(message, entry)
    entry.count += 1
    if (entry.count < MAX_PER_MINUTE) write(message, detail)
    if (entry.count === MAX_PER_MINUTE) write(`${message}; more are omitted for a minute`, detail)
  }
}

interface CrashReportsOptions {
  app: Pick<App, 'getPath' | 'setPath'>
  crashReporter: Pick<CrashReporter, 'start'>
}

/**
 * Keeps memory dumps of crashed processes beside the log, and sends them nowhere: they may contain
 * secrets. Must run before the app is ready.
 */
export function startCrashReports({ app, crashReporter }: CrashReportsOptions): void {
  app.setPath('crashDumps', join(app.getPath('logs'), 'crashes'))
  crashReporter.start({ uploadToServer: false })
}
