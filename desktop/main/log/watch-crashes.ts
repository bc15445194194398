import type { Details, RenderProcessGoneDetails } from 'electron'
import type { Log } from './log.ts'
import { createReloads, type Window } from './reload-once.ts'

/** Entries of one kind a minute; a fault that repeats itself must not fill the file. */
const MOST_A_MINUTE = 20

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
  /** Asks whether a window that stopped working twice is tried again; `askToTryAgain` does. */
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
    if (entry.count < MOST_A_MINUTE) write(message, detail)
    if (entry.count === MOST_A_MINUTE)
      write(`${message}; more of it is left out for a minute`, detail)
  }
}
