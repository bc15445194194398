import type { Log } from '#desktop/main/log/log.ts'

/** What a look for updates found. */
export type UpdateOutcome =
  | { status: 'current' }
  /** It is being downloaded. */
  | { status: 'found'; version: string }
  /** It is downloaded and waits for a restart. */
  | { status: 'ready'; version: string }
  | { status: 'failed' }
  /** This copy is not updated by itself: not installed, or by another way. */
  | { status: 'off' }

export interface Updates {
  /** Version of the update that is ready, or null. */
  ready(): string | null
  /** Looks now. Never rejects. */
  check(): Promise<UpdateOutcome>
  /** Restarts into the update that is ready; nothing when none is. */
  install(): void
  /** Ends the looking; an update that is ready is still installed when the app quits. */
  stop(): void
}

/** What is asked of an updater; electron-updater's `autoUpdater` has it. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  allowDowngrade: boolean
  disableWebInstaller: boolean
  /** Setting it turns `allowDowngrade` on. */
  channel: string | null
  logger: UpdaterLogger | null
  /** Null when this copy of the app cannot be updated. */
  checkForUpdates(): Promise<UpdateCheck | null>
  quitAndInstall(isSilent?: boolean, isForceRunAfter?: boolean): void
  on(event: 'update-downloaded', listener: (info: { version: string }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'update-downloaded', listener: (info: { version: string }) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}

export interface UpdateCheck {
  isUpdateAvailable: boolean
  updateInfo: { version: string }
  /** Rejects when the download fails, which `error` tells too. */
  downloadPromise?: Promise<unknown> | null
}

export interface UpdaterLogger {
  info(message?: unknown): void
  warn(message?: unknown): void
  error(message?: unknown): void
  debug?(message: string): void
}

const HOUR = 3_600_000

interface UpdatesOptions {
  /** Loads the updater; called once, and never by an app that is not installed. */
  load(): Promise<Updater>
  isPackaged: boolean
  log: Log
  /** Told when an update is downloaded; the windows are to hear its version. */
  onReady(version: string): void
  /** `latest` is what everybody gets. */
  channel?: 'latest' | 'beta'
  /** Milliseconds between two looks. */
  every?: number
}

/**
 * Looks for updates now and every few hours, downloads them in the background and installs them
 * when asked or when the app quits. What fails is written to the log and tried again at the next
 * look. An app that is not installed is never updated.
 */
export function startUpdates(options: UpdatesOptions): Updates {
  const { load, isPackaged, log, onReady, channel = 'latest', every = 4 * HOUR } = options
  if (!isPackaged) {
    return { ready: () => null, check: async () => ({ status: 'off' }), install() {}, stop() {} }
  }
  let version: string | null = null
  let loading: Promise<Updater> | null = null
  let hasStopped = false
  let updater: Updater | null = null

  const onDownloaded = (info: { version: string }) => {
    version = info.version
    log.info('an update is ready', version)
    onReady(version)
  }
  const onError = (error: Error) => log.warn('updating failed', withoutAddresses(error))

  const prepare = async (): Promise<Updater> => {
    const loaded = await load()
    loaded.logger = updaterLogger(log)
    loaded.channel = channel
    loaded.allowDowngrade = false
    loaded.autoDownload = true
    loaded.autoInstallOnAppQuit = true
    loaded.disableWebInstaller = true
    if (hasStopped) return loaded
    loaded.on('update-downloaded', onDownloaded)
    loaded.on('error', onError)
    updater = loaded
    return loaded
  }

  const look = async (): Promise<UpdateOutcome> => {
    loading ??= prepare()
    const loaded = await loading
    if (hasStopped) return { status: 'off' }
    const found = await loaded.checkForUpdates()
    if (found === null) return { status: 'off' }
    // `error` tells of it.
    found.downloadPromise?.catch(() => {})
    const offered = found.updateInfo.version
    if (!found.isUpdateAvailable) return { status: 'current' }
    return offered === version
      ? { status: 'ready', version: offered }
      : { status: 'found', version: offered }
  }

  const check = async (): Promise<UpdateOutcome> => {
    if (hasStopped) return { status: 'off' }
    try {
      return await look()
    } catch (error) {
      if (updater === null) loading = null
      log.warn('could not look for updates', withoutAddresses(error))
      return { status: 'failed' }
    }
  }

  const timer = setInterval(() => void check(), every)
  void check()
  return {
    ready: () => version,
    check,
    install() {
      // Without questions, and with the app started again.
      if (version !== null) updater?.quitAndInstall(true, true)
    },
    stop() {
      hasStopped = true
      clearInterval(timer)
      updater?.off('update-downloaded', onDownloaded)
      updater?.off('error', onError)
    },
  }
}

/** What the updater says, for the log of the app: without addresses, which may carry a key. */
export function updaterLogger(log: Log): UpdaterLogger {
  return {
    // It tells every step; what matters of them is told by `startUpdates`.
    info: (message) => log.debug('updater', withoutAddresses(message)),
    warn: (message) => log.warn('updater', withoutAddresses(message)),
    error: (message) => log.warn('updater', withoutAddresses(message)),
    debug() {},
  }
}

/** The first line of an error: the rest is headers of the request and the page it got. */
export function withoutAddresses(message: unknown): string {
  const text = message instanceof Error ? message.message : String(message)
  const [first = ''] = text.split('\n')
  return first.replace(/\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)]*/gi, '[address]').slice(0, 300)
}
