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
