import { existsSync } from 'node:fs'
import type { App } from 'electron'
import { type Environment, RESTARTED } from '#desktop/main/environment.ts'
import type { Log } from '#desktop/main/log/log.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

/** Outcome of a check. */
export type UpdateOutcome =
  | { status: 'current' }
  /** Being downloaded. */
  | { status: 'found'; version: string }
  /** Downloaded, waiting for a restart. */
  | { status: 'ready'; version: string }
  /** macOS: the system refused it, since this copy is not signed; the user has to download it. */
  | { status: 'manual'; version: string }
  | { status: 'failed' }
  /** Automatic updates do not apply: not installed, or installed by a package manager. */
  | { status: 'off' }

export interface Updates {
  /** Whether a quit installs a downloaded update. */
  installsAtQuit: boolean
  /** Version of a downloaded update, or null. */
  ready(): string | null
  /** Checks now. Never rejects. */
  check(): Promise<UpdateOutcome>
  /** Restarts into a downloaded update, if any. The quit comes first: a page with unsaved changes can stop it. */
  install(): void
  /** The user stays in the app: the quit of `install` is over. */
  cancelInstall(): void
  /** Ends a quit after everything has stopped: by the installation that was asked for, else plainly. */
  endQuit(): void
  /** Stops checking; a downloaded update is still installed at quit, except from a package. */
  stop(): void
}

/** The part of electron-updater's `autoUpdater` that is used. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  allowDowngrade: boolean
  disableWebInstaller: boolean
  /** Setting it enables `allowDowngrade`. */
  channel: string | null
  logger: UpdaterLogger | null
  /** Null when automatic updates do not apply. */
  checkForUpdates(): Promise<UpdateCheck | null>
  quitAndInstall(isSilent?: boolean, isForceRunAfter?: boolean): void
  on(event: 'update-downloaded', listener: (info: { version: string }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'update-downloaded', listener: (info: { version: string }) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}

/** The part of Electron's own `autoUpdater` that is used: Squirrel, on macOS. */
interface NativeUpdater {
  on(event: 'update-downloaded', listener: () => void): unknown
  off(event: 'update-downloaded', listener: () => void): unknown
}

export interface UpdateCheck {
  isUpdateAvailable: boolean
  updateInfo: { version: string }
  /** Rejects when the download fails, which also emits `error`. */
  downloadPromise?: Promise<unknown> | null
}

export interface UpdaterLogger {
  info(message?: unknown): void
  warn(message?: unknown): void
  error(message?: unknown): void
  debug?(message: string): void
}

interface UpdatesOptions {
  /** Loads the updater; called once, only in an installed app. */
  load(): Promise<Updater>
  isPackaged: boolean
  /**
   * Whether a quit installs a downloaded update. Not for a deb package: it would ask for the
   * administrator's password at each quit, and block until somebody answers.
   */
  installsAtQuit: boolean
  /** `darwin`, `win32` or `linux`. */
  system: string
  nativeUpdater: NativeUpdater
  app: Pick<App, 'quit' | 'relaunch' | 'releaseSingleInstanceLock'>
  /** `process.env`, which the new process inherits. */
  env: Environment
  log: Log
  /** Called with the version of a downloaded update. */
  onReady(version: string): void
  /** Milliseconds between two checks. */
  every?: number
}

/**
 * Checks for updates every few hours, downloads in the background, and installs on request and, where
 * it needs nobody, at quit. Failures are logged and retried at the next check. No-op in a development build.
 */
export function startUpdates(options: UpdatesOptions): Updates {
  const { load, isPackaged, installsAtQuit, system, nativeUpdater, app, env, log } = options
  const { onReady, every = 4 * HOUR_MS } = options
  if (!isPackaged) {
    const check = async () => ({ status: 'off' as const })
    const nothing = { ready: () => null, install() {}, cancelInstall() {}, stop() {} }
    return { installsAtQuit, check, ...nothing, endQuit: () => app.quit() }
  }
  let version: string | null = null
  let loading: Promise<Updater> | null = null
  let isStopped = false
  let updater: Updater | null = null
  /** macOS: downloaded, with a signature that Squirrel has yet to check. */
  let unchecked: string | null = null
  let isRefused = false
  let isRestarting = false

  const becomeReady = (next: string) => {
    version = next
    log.info('update downloaded', version)
    onReady(version)
  }
  const onDownloaded = (info: { version: string }) => {
    if (system === 'darwin') unchecked = info.version
    else becomeReady(info.version)
  }
  const onChecked = () => {
    if (unchecked === null) return
    becomeReady(unchecked)
    unchecked = null
  }
  const onError = (error: Error) => {
    log.warn('update failed', withoutAddresses(error))
    if (unchecked === null) return
    // Squirrel refused it, and would the next time: it is not downloaded again before a restart.
    isRefused = true
    unchecked = null
    if (updater) updater.autoDownload = false
  }

  const prepare = async (): Promise<Updater> => {
    const loaded = await load()
    loaded.logger = updaterLogger(log)
    loaded.channel = 'latest'
    loaded.allowDowngrade = false
    loaded.autoDownload = true
    loaded.autoInstallOnAppQuit = installsAtQuit
    loaded.disableWebInstaller = true
    if (isStopped) return loaded
    loaded.on('update-downloaded', onDownloaded)
    loaded.on('error', onError)
    if (system === 'darwin') nativeUpdater.on('update-downloaded', onChecked)
    updater = loaded
    return loaded
  }

  const runCheck = async (): Promise<UpdateOutcome> => {
    loading ??= prepare()
    const loaded = await loading
    if (isStopped) return { status: 'off' }
    const found = await loaded.checkForUpdates()
    if (found === null) return { status: 'off' }
    // The `error` event reports it.
    found.downloadPromise?.catch(() => {})
    const offered = found.updateInfo.version
    if (!found.isUpdateAvailable) return { status: 'current' }
    if (isRefused) return { status: 'manual', version: offered }
    return offered === version
      ? { status: 'ready', version: offered }
      : { status: 'found', version: offered }
  }

  const check = async (): Promise<UpdateOutcome> => {
    try {
      return await runCheck()
    } catch (error) {
      if (updater === null) loading = null
      log.warn('update check failed', withoutAddresses(error))
      return { status: 'failed' }
    }
  }

  const timer = setInterval(() => void check(), every)
  void check()
  return {
    installsAtQuit,
    ready: () => version,
    check,
    install() {
      if (version === null || updater === null) return
      isRestarting = true
      app.quit()
    },
    cancelInstall() {
      isRestarting = false
    },
    endQuit() {
      if (!isRestarting || updater === null) {
        app.quit()
        return
      }
      // The AppImage is started before this process has ended, and would give way to it.
      app.releaseSingleInstanceLock()
      env[RESTARTED] = '1'
      // After a failure it would try again at the end of this quit, and start the app as well.
      updater.autoInstallOnAppQuit = false
      updater.once('error', (error) => {
        onError(error)
        // Without the administrator's password, for instance: the old version starts again. The files that
        // an AppImage runs from go with this process.
        const execPath = env.APPIMAGE
        if (execPath === undefined) app.relaunch()
        else if (existsSync(execPath)) app.relaunch({ execPath })
        app.quit()
      })
      // Silent, and restarts the app.
      updater.quitAndInstall(true, true)
    },
    stop() {
      isStopped = true
      clearInterval(timer)
      updater?.off('update-downloaded', onDownloaded)
      updater?.off('error', onError)
      nativeUpdater.off('update-downloaded', onChecked)
    },
  }
}

/** Logger for electron-updater that removes URLs, which may contain a key. */
export function updaterLogger(log: Log): UpdaterLogger {
  return {
    // Verbose; `startUpdates` logs what matters.
    info: (message) => log.debug('updater', withoutAddresses(message)),
    warn: (message) => log.warn('updater', withoutAddresses(message)),
    error: (message) => log.warn('updater', withoutAddresses(message)),
    debug() {},
  }
}

/** First line of an error; the rest contains headers and a page. */
export function withoutAddresses(message: unknown): string {
  const text = message instanceof Error ? message.message : String(message)
  const [first = ''] = text.split('\n')
  return first.replace(/\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)]*/gi, '[address]').slice(0, 300)
}
