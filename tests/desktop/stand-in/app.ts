import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventOf, prevented, type StandInEvent } from './event.ts'
import { LoudEmitter, loud } from './loud.ts'
import type { StandInWindow } from './window.ts'

export interface AppOptions {
  /** The folder that stands for the user's; kept from one start to the next when a test wants so. */
  profile: string
  appPath: string
  locale: string
  isPackaged: boolean
  version: string
}

type Played =
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
  | 'setAppUserModelId'
  | 'setLoginItemSettings'
  | 'getLoginItemSettings'
  | 'setAboutPanelOptions'
  | 'focus'
  | 'relaunch'

/** Plays `app`: its paths, its life from ready to quit, and what it registers with the system. */
export class StandInApp extends LoudEmitter implements Pick<Electron.App, Played> {
  readonly windows = new Set<StandInWindow>()
  /** Names the app gave itself, schemes it asked to open, and the like, in order. */
  readonly asked: { what: string; args: unknown[] }[] = []
  /** Set by a test: another instance runs already. */
  isSecondInstance = false
  readonly dock = undefined
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

  readonly commandLine = loud('app.commandLine', {
    appendSwitch: (...args: unknown[]) => this.note('commandLine.appendSwitch', args),
    appendArgument: (...args: unknown[]) => this.note('commandLine.appendArgument', args),
    hasSwitch: (_name: string) => false,
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
    this.asked.push({ what, args })
  }
  getName(): string {
    return this.named
  }
  setName(name: string): void {
    this.named = name
  }
  getVersion(): string {
    return this.options.version
  }
  getAppPath(): string {
    return this.options.appPath
  }
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

  /** Called when the entry of the app has been run to its end, and never before: so does Electron. */
  becomeReady(): void {
    if (this.hasQuit) return
    this.readyNow = true
    this.emit('will-finish-launching')
    this.emit('ready', {}, {})
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
    this.schemes.add(args[0])
    return true
  }
  isDefaultProtocolClient(scheme: string): boolean {
    return this.schemes.has(scheme)
  }
  enableSandbox(): void {
    if (this.readyNow) throw new Error('app.enableSandbox() can only be called before app is ready')
    this.note('enableSandbox', [])
  }
  setAppUserModelId(id: string): void {
    this.note('setAppUserModelId', [id])
  }
  setAboutPanelOptions(options: Electron.AboutPanelOptionsOptions): void {
    this.note('setAboutPanelOptions', [options])
  }
  focus(options?: Electron.FocusOptions): void {
    this.note('focus', [options])
  }
  relaunch(options?: Electron.RelaunchOptions): void {
    this.note('relaunch', [options])
  }
  setLoginItemSettings(settings: Electron.Settings): void {
    this.note('setLoginItemSettings', [settings])
    this.login = settings
  }
  getLoginItemSettings(): Electron.LoginItemSettings {
    return {
      openAtLogin: this.login.openAtLogin ?? false,
      wasOpenedAtLogin: false,
      executableWillLaunchAtLogin: this.login.openAtLogin ?? false,
      launchItems: [],
      status: this.login.openAtLogin ? 'enabled' : 'not-registered',
    }
  }

  /** before-quit, each window's close, will-quit, quit; any of them may be prevented. */
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
    const isLeft = !prevented(this, 'before-quit') && (await this.closeWindows())
    // Whoever prevents the end may quit again at once.
    this.quitting = false
    if (isLeft && !prevented(this, 'will-quit')) this.end(0)
  }

  private async closeWindows(): Promise<boolean> {
    for (const window of [...this.windows]) {
      if (!(await window.closeAsAsked())) return false
    }
    return true
  }

  private end(code: number): void {
    if (this.hasQuit) return
    this.hasQuit = true
    this.emit('quit', {}, code)
  }

  /** The last window is gone: without a listener Electron quits. */
  windowGone(window: StandInWindow): void {
    this.windows.delete(window)
    if (this.windows.size > 0 || this.quitting) return
    if (this.listenerCount('window-all-closed') === 0) this.quit()
    else this.emit('window-all-closed')
  }

  /** An event that Electron tells the app, such as `open-url`; answers the event. */
  tell(name: string, ...args: unknown[]): StandInEvent {
    const event = eventOf({})
    this.emit(name, event, ...args)
    return event
  }
}
