import { scaledBounds } from '#tests/support/desktop/fake-window.ts'
import type { StandInApp } from './app.ts'
import { eventOf } from './event.ts'
import { StrictEmitter } from './strict.ts'

type Implemented =
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'focus'
  | 'blur'
  | 'restore'
  | 'minimize'
  | 'maximize'
  | 'unmaximize'
  | 'setFullScreen'
  | 'isFullScreen'
  | 'isVisible'
  | 'isResizable'
  | 'isFocused'
  | 'isMinimized'
  | 'isMaximized'
  | 'isDestroyed'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'getSize'
  | 'setSize'
  | 'getPosition'
  | 'setPosition'
  | 'getTitle'
  | 'setTitle'
  | 'setOpacity'
  | 'getOpacity'
  | 'setAlwaysOnTop'
  | 'isAlwaysOnTop'

let ids = 0

/** Bounds and visibility of a window. */
export class WindowFrame
  extends StrictEmitter
  implements Pick<Electron.BrowserWindow, Implemented>
{
  readonly id = ++ids
  protected gone = false
  private readonly app: StandInApp
  private bounds: Electron.Rectangle
  private title: string
  private onTop = false
  private readonly resizable: boolean
  private opacity: number
  private state = {
    visible: false,
    focused: false,
    minimized: false,
    maximized: false,
    full: false,
  }

  constructor(app: StandInApp, options: Electron.BrowserWindowConstructorOptions) {
    super()
    const { x = 100, y = 100, width = 800, height = 600, title = 'Electron' } = options
    this.app = app
    // Made on the primary display, then moved (`NativeWindow::InitFromOptions`).
    this.bounds = this.moved({ x: 0, y: 0, width, height }, { x, y })
    // A Wayland client does not know where its windows are.
    if (app.isWayland) Object.assign(this.bounds, { x: 0, y: 0 })
    this.title = title
    this.resizable = options.resizable ?? true
    this.opacity = options.opacity ?? 1
    this.setAlwaysOnTop(options.alwaysOnTop ?? false)
  }

  show(): void {
    this.showInactive()
    this.focus()
  }
  showInactive(): void {
    if (this.state.visible) return
    this.state.visible = true
    if (this.app.isWayland) this.focus()
    this.emit('show')
  }
  /** `NativeWindowMac::Hide` only orders the window out: its full-screen space stays, black (electron#39572). */
  hide(): void {
    if (this.app.system === 'darwin' && this.state.full) {
      throw new Error('a full-screen window that is hidden leaves a black space on macOS')
    }
    if (!this.state.visible) return
    this.blur()
    this.state.visible = false
    this.emit('hide')
  }
  focus(): void {
    if (!this.state.visible || this.state.focused) return
    for (const other of this.app.windows) if (other.id !== this.id) other.blur()
    this.state.focused = true
    this.emit('focus')
    this.app.emit('browser-window-focus', eventOf({}), this)
  }
  blur(): void {
    if (!this.state.focused) return
    this.state.focused = false
    this.emit('blur')
    this.app.emit('browser-window-blur', eventOf({}), this)
  }
  minimize(): void {
    this.state.minimized = true
    this.blur()
    this.emit('minimize')
  }
  restore(): void {
    this.state.minimized = false
    this.emit('restore')
  }
  maximize(): void {
    this.state.maximized = true
    this.emit('maximize')
  }
  unmaximize(): void {
    this.state.maximized = false
    this.emit('unmaximize')
  }
  /** On macOS `toggleFullScreen:` starts an animation, and the event comes at its end. */
  setFullScreen(isFull: boolean): void {
    const change = () => {
      this.state.full = isFull
      this.emit(isFull ? 'enter-full-screen' : 'leave-full-screen')
    }
    if (this.app.system === 'darwin') setImmediate(change)
    else change()
  }
  isFullScreen(): boolean {
    return this.state.full
  }
  isVisible(): boolean {
    return this.state.visible && !this.gone
  }
  isResizable(): boolean {
    return this.resizable
  }
  isFocused(): boolean {
    return this.state.focused && !this.gone
  }
  isMinimized(): boolean {
    return this.state.minimized
  }
  isMaximized(): boolean {
    return this.state.maximized
  }
  isDestroyed(): boolean {
    return this.gone
  }
  getBounds(): Electron.Rectangle {
    return { ...this.bounds }
  }
  getNormalBounds(): Electron.Rectangle {
    return { ...this.bounds }
  }
  private moved(before: Electron.Rectangle, wanted: Partial<Electron.Rectangle>) {
    return scaledBounds(before, wanted, this.app.system === 'win32' ? this.app.scaleAt : null)
  }
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.bounds = this.moved(this.bounds, bounds)
    if (this.app.isWayland) Object.assign(this.bounds, { x: 0, y: 0 })
    if (bounds.x !== undefined || bounds.y !== undefined) this.emit('move')
    if (bounds.width !== undefined || bounds.height !== undefined) this.emit('resize')
  }
  /**
   * The user drags it along these points. On macOS `moved` is an alias of `move`
   * (`electron_ns_window_delegate.mm`), and Linux has none.
   */
  drag(...path: { x: number; y: number }[]): void {
    const { system } = this.app
    for (const point of path) {
      this.setBounds(point)
      if (system === 'darwin') this.emit('moved')
    }
    if (system === 'win32') this.emit('moved')
  }
  getSize(): number[] {
    return [this.bounds.width, this.bounds.height]
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }
  getPosition(): number[] {
    return [this.bounds.x, this.bounds.y]
  }
  setPosition(x: number, y: number): void {
    this.setBounds({ x, y })
  }
  getTitle(): string {
    return this.title
  }
  setTitle(title: string): void {
    this.title = title
  }
  setOpacity(opacity: number): void {
    this.opacity = opacity
  }
  getOpacity(): number {
    return this.opacity
  }
  setAlwaysOnTop(isOnTop: boolean): void {
    this.onTop = isOnTop && !this.app.isWayland
  }
  isAlwaysOnTop(): boolean {
    return this.onTop
  }
}
