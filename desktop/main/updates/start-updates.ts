import type { Log } from '#desktop/main/log/log.ts'
import { updateLog, withoutAddresses } from './update-log.ts'
import type { Updater } from './updater.ts'
import type { UpdateOutcome, Updates } from './updates.ts'

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
    loaded.logger = updateLog(log)
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
