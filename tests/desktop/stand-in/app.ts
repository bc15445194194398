import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { closeWindows } from './close-windows.ts'
import type { StandInDock } from './dock.ts'
import { eventOf, prevented, type StandInEvent } from './event.ts'
import { loginItemSettings } from './login-item.ts'
import type { SystemOptions } from './played-system.ts'
import { StrictEmitter, strict } from './strict.ts'
import type { StandInWindow } from './window.ts'

export interface AppOptions {
  /** The userData folder; reused between starts if the test passes one. */
  profile: string
  appPath: string
  locale: string
  isPackaged: boolean
  version: string
}

type Implemented =
  | 'getName'
  | 'setName'
  | 'getVersion'
  | 'getAppPath'
  | 'getPath'
  | 'setPath'
  | 'getLocale'
  | 'getSystemLocale'
  | 'getPreferredSystemLanguages'
  | 'isReady'
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'isDefaultProtocolClient'
  | 'enableSandbox'
  | 'disableHardwareAcceleration'
  | 'setAppUserModelId'
  | 'setToastActivatorCLSID'
  | 'setAppLogsPath'
  | 'setLoginItemSettings'
  | 'getLoginItemSettings'
  | 'setAboutPanelOptions'
  | 'focus'
  | 'relaunch'
  | 'getAppMetrics'
  | 'setBadgeCount'
  | 'setUserTasks'

/** Fake of `app`: paths, life cycle and registrations. */
export class StandInApp extends StrictEmitter implements Pick<Electron.App, Implemented> {
  readonly windows = new Set<StandInWindow>()
  /** Names, schemes and other registrations, in order. */
  readonly registrations: { what: string; args: unknown[] }[] = []
  /** macOS: the notification whose click started the app. */
  launchInfo: Record<string, unknown> = {}
  /** False: the GPU process has died, and no window paints. */
  paints = true
  /** Simulates a running first instance. */
  isSecondInstance = false
  /** Simulates an AppImage that the desktop does not know. */
  refusesSchemes = false
  /** The system that is played. */
  system: NonNullable<SystemOptions['system']> = 'linux'
  /** The scale of the display at a position. */
  scaleAt = (_x: number) => 1
  /** Simulates a Wayland session. */
  isWayland = false
  dock: StandInDock | undefined
  private paths = new Map<string, string>()
  private named = 'tidemark'
  private ready = Promise.withResolvers<void>()
  private readyNow = false
  private hasQuit = false
  private quitting = false
  private login: Electron.Settings = {}
  private hasLock = false
  private readonly schemes = new Set<string>()
  private readonly options: AppOptions

  readonly commandLine = strict('app.commandLine', {
    appendSwitch: (...args: unknown[]) => this.note('commandLine.appendSwitch', args),
    appendArgument: (...args: unknown[]) => this.note('commandLine.appendArgument', args),
    // The test chooses the profile, as with this switch.
    hasSwitch: (name: string) => name === 'user-data-dir',
    getSwitchValue: (_name: string) => '',
  })

  constructor(options: AppOptions) {
    super()
    this.options = options
  }

  get isPackaged(): boolean {
    return this.options.isPackaged
  }
  get name(): string {
    return this.named
  }
  set name(name: string) {
    this.setName(name)
  }

  note(what: string, args: unknown[]): void {
    this.registrations.push({ what, args })
  }
  setBadgeCount = (count = 0) =>
    this.registrations.push({ what: 'setBadgeCount', args: [count] }) > 0
  setUserTasks = (...args: unknown[]) => this.registrations.push({ what: 'setUserTasks', args }) > 0
  getName(): string {
    return this.named
  }
  setName(name: string): void {
    this.named = name
  }
  getVersion = () => this.options.version
  getAppPath = () => this.options.appPath
  getPath(name: Parameters<Electron.App['getPath']>[0]): string {
    const path = this.paths.get(name) ?? join(this.options.profile, name)
    mkdirSync(path, { recursive: true })
    return path
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path)
  }
  getLocale(): string {
    return this.options.locale
  }
  getSystemLocale(): string {
    return this.options.locale
  }
  getPreferredSystemLanguages(): string[] {
    return [this.options.locale]
  }
  isReady(): boolean {
    return this.readyNow
  }
  whenReady(): Promise<void> {
    return this.ready.promise
  }

  /** Called after the entry has been evaluated, as in Electron. */
  becomeReady(): void {
    if (this.hasQuit) return
    this.readyNow = true
    this.emit('will-finish-launching')
    this.emit('ready', {}, this.launchInfo)
    this.ready.resolve()
  }

  requestSingleInstanceLock(data?: Record<PropertyKey, unknown>): boolean {
    this.note('requestSingleInstanceLock', [data])
    this.hasLock = !this.isSecondInstance
    return this.hasLock
  }
  hasSingleInstanceLock(): boolean {
    return this.hasLock
  }
  releaseSingleInstanceLock(): void {
    this.hasLock = false
  }
  setAsDefaultProtocolClient(...args: [string, string?, string[]?]): boolean {
    this.note('setAsDefaultProtocolClient', args)
    if (this.refusesSchemes) return false
    this.schemes.add(args[0])
    return true
  }
  isDefaultProtocolClient(scheme: string): boolean {
    return this.schemes.has(scheme)
  }
  disableHardwareAcceleration(): void {
    if (this.readyNow) throw new Error('app.disableHardwareAcceleration() is for before ready')
    this.note('disableHardwareAcceleration', [])
  }
  enableSandbox(): void {
    if (this.readyNow) throw new Error('app.enableSandbox() can only be called before app is ready')
    this.note('enableSandbox', [])
  }
  setAppUserModelId = (id: string) => this.note('setAppUserModelId', [id])
  setToastActivatorCLSID = (id: string) => this.note('setToastActivatorCLSID', [id])
  setAppLogsPath = (path: string) => this.setPath('logs', path)
  setAboutPanelOptions = (options: Electron.AboutPanelOptionsOptions) =>
    this.note('setAboutPanelOptions', [options])
  focus = (options?: Electron.FocusOptions) => this.note('focus', [options])
  /** This process, as if the system sandboxed it. */
  getAppMetrics(): Electron.ProcessMetric[] {
    const memory = { workingSetSize: 1, peakWorkingSetSize: 1 }
    const cpu = { percentCPUUsage: 0, idleWakeupsPerSecond: 0 }
    const { pid } = process
    return [{ pid, type: 'Browser', creationTime: 0, sandboxed: true, memory, cpu }]
  }
  getGPUFeatureStatus = (): object => ({})
  relaunch = (options?: Electron.RelaunchOptions) => this.note('relaunch', [options])
  setLoginItemSettings(settings: Electron.Settings): void {
    this.note('setLoginItemSettings', [settings])
    this.login = settings
  }
  getLoginItemSettings(asked?: Electron.LoginItemSettingsOptions): Electron.LoginItemSettings {
    return loginItemSettings(this.login, asked)
  }

  /** Emits before-quit, close of each window, will-quit and quit; each may be prevented. */
  quit(): void {
    if (this.quitting) return
    this.quitting = true
    void this.leave()
  }

  exit(code = 0): void {
    for (const window of [...this.windows]) window.destroy()
    this.end(code)
  }

  private async leave(): Promise<void> {
    const callOff = () => {
      this.quitting = false
    }
    const isLeft = !prevented(this, 'before-quit') && (await closeWindows(this, callOff))
    // A listener that prevents the quit may call `quit()` again at once.
    callOff()
    if (isLeft && !prevented(this, 'will-quit')) this.end(0)
  }

  private end(code: number): void {
    if (this.hasQuit) return
    this.hasQuit = true
    this.emit('quit', {}, code)
  }

  /** All windows closed: without a listener Electron quits. */
  onWindowClosed(window: StandInWindow): void {
    this.windows.delete(window)
    if (this.windows.size > 0 || this.quitting) return
    if (this.listenerCount('window-all-closed') === 0) this.quit()
    else this.emit('window-all-closed')
  }

  /** Emits an event such as `open-url`; returns it. */
  tell(name: string, ...args: unknown[]): StandInEvent {
    const event = eventOf({})
    this.emit(name, event, ...args)
    return event
  }
}
