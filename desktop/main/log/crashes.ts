import type { Details, MessageBoxOptions, RenderProcessGoneDetails, WebContents } from 'electron'
import { crashTexts } from '#shared/i18n/desktop/crash.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'
import type { Log } from './log.ts'

export interface CrashMessageOptions {
  /** Electron's `dialog` has it. */
  dialog: { showMessageBox(options: MessageBoxOptions): Promise<{ response: number }> }
  locale(): Locale
}

/** Asks whether a window that stopped working twice is tried again; else it is closed. */
export async function confirmReload({ dialog, locale }: CrashMessageOptions): Promise<boolean> {
  const t = translator(crashTexts, locale())
  const { response } = await dialog.showMessageBox({
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

/** Milliseconds after which a window that stops working is a new case. */
const FORGET_AFTER = 10 * 60_000

/** What is done to a window: a WebContents has it. */
export type Window = Pick<WebContents, 'id' | 'isDestroyed' | 'reload' | 'close'>

interface ReloadOptions {
  /** Asks the person; true tries once more, false closes the window. */
  ask(): Promise<boolean>
  now(): number
}

/**
 * What becomes of a window whose process is gone: it is loaded again, once; when it goes again its
 * person is asked, by one message at a time however many windows are gone.
 */
export function createReloads({ ask, now }: ReloadOptions) {
  const reloadedAt = new Map<number, number>()
  const waiting = new Set<Window>()

  const load = (window: Window) => {
    if (window.isDestroyed()) return
    reloadedAt.set(window.id, now())
    window.reload()
  }

  const decide = async () => {
    // No answer, such as no screen to show it on, is no wish to try on and on.
    const again = await ask().catch(() => false)
    for (const window of waiting) {
      if (again) load(window)
      else if (!window.isDestroyed()) window.close()
    }
    waiting.clear()
  }

  return (window: Window, { reason }: RenderProcessGoneDetails): void => {
    const last = reloadedAt.get(window.id)
    // A process that cannot start, or whose files are not ours, will not do better at once.
    const isHopeless = reason === 'launch-failed' || reason === 'integrity-failure'
    if (!isHopeless && (last === undefined || now() - last > FORGET_AFTER)) {
      load(window)
      return
    }
    waiting.add(window)
    if (waiting.size === 1) void decide()
  }
}

/** Entries of one kind a minute; a fault that repeats itself must not fill the file. */
const MAX_PER_MINUTE = 20

type Gone = (event: unknown, contents: Window, gone: RenderProcessGoneDetails) => void
type ChildGone = (event: unknown, details: Details) => void
type PreloadError = (event: unknown, path: string, error: Error) => void

/** What is heard of a window: a WebContents has it. */
interface Contents extends Window {
  on(event: 'preload-error', listener: PreloadError): unknown
  off(event: 'preload-error', listener: PreloadError): unknown
  once(event: 'destroyed', listener: () => void): unknown
}
type Created = (event: unknown, contents: Contents) => void

/** What is heard of the app: Electron's `app` has it. */
interface CrashingApp {
  on(event: 'render-process-gone', listener: Gone): unknown
  on(event: 'child-process-gone', listener: ChildGone): unknown
  on(event: 'web-contents-created', listener: Created): unknown
  off(event: 'render-process-gone', listener: Gone): unknown
  off(event: 'child-process-gone', listener: ChildGone): unknown
  off(event: 'web-contents-created', listener: Created): unknown
}

/** What is heard of the process itself. */
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
  /** Asks whether a window that stopped working twice is tried again; `confirmReload` does. */
  ask(): Promise<boolean>
  now(): number
}

/**
 * Writes down what goes wrong unasked, in this process, in windows and in helpers, and loads a
 * window again whose process is gone. An error nobody caught is no end of the app: what it
 * interrupted stays undone. Answers how to stop watching.
 */
export function watchCrashes({ process, app, log, ask, now }: CrashOptions): () => void {
  const handleGone = createReloads({ ask, now })
  const watched = new Set<Contents>()
  const write = sparing(log.error, now)

  const onException = (error: unknown) => write('nobody caught this error', error)
  const onRejection = (reason: unknown) => write('nobody caught this rejection', reason)
  const onRendererGone: Gone = (_, contents, gone) => {
    if (gone.reason === 'clean-exit') return
    write('the process of a window is gone', gone)
    handleGone(contents, gone)
  }
  const onChildGone: ChildGone = (_, { type, reason, exitCode, name }) => {
    if (reason !== 'clean-exit') write('a helper process is gone', { type, reason, exitCode, name })
  }
  const onPreloadError: PreloadError = (_, _path, error) =>
    write('the bridge of a window failed', error)
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

/** Writes at most so many entries of a message a minute. */
function sparing(write: Log['error'], now: () => number): Log['error'] {
  const counts = new Map<string, { since: number; count: number }>()
  return (message, detail) => {
    const known = counts.get(message)
    const entry = known && now() - known.since < 60_000 ? known : { since: now(), count: 0 }
    counts.set(message, entry)
    entry.count += 1
    if (entry.count < MAX_PER_MINUTE) write(message, detail)
    if (entry.count === MAX_PER_MINUTE)
      write(`${message}; more of it is left out for a minute`, detail)
  }
}
