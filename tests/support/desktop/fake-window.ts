import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import type { AppWindow } from '#desktop/main/windows/app-window.ts'

/**
 * Bounds after `setBounds` on Windows: it scales a window once more that moves to a display of another scale
 * (electron#51645, electron#10862). A second call is exact.
 */
export function scaledBounds(
  before: Rectangle,
  wanted: Partial<Rectangle>,
  scaleAt: ((x: number) => number) | null,
): Rectangle {
  const after = { ...before, ...wanted }
  const factor = scaleAt ? scaleAt(after.x) / scaleAt(before.x) : 1
  const scale = (points: number) => Math.round(points * factor)
  return { ...after, width: scale(after.width), height: scale(after.height) }
}

/** A window that records calls; `emit` simulates its events. */
export class FakeWindow extends EventEmitter implements AppWindow {
  static all: FakeWindow[] = []
  readonly done: string[] = []
  readonly sent: unknown[][] = []
  readonly options: BrowserWindowConstructorOptions
  bounds: Rectangle
  isLoading = true
  isFull = false
  isGone = false
  isSmall = false
  hasFocus = false

  constructor(options: BrowserWindowConstructorOptions) {
    super()
    this.options = options
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.bounds = scaledBounds({ x: 0, y: 0, width, height }, { x, y }, FakeWindow.scaleAt)
    FakeWindow.all.push(this)
  }

  url = ''
  readonly webContents = Object.assign(new EventEmitter(), {
    getURL: () => this.url,
    isLoadingMainFrame: () => this.isLoading,
    send: (...message: unknown[]) => void this.sent.push(message),
    print: () => void this.done.push('print'),
    navigationHistory: {
      goBack: () => void this.done.push('back'),
      goForward: () => void this.done.push('forward'),
    },
  })
  async loadURL(url: string) {
    this.done.push(`load ${url}`)
    this.url = url
    throw new Error('ERR_ABORTED')
  }
  show = () => void this.done.push('show')
  showInactive = () => void this.done.push('showInactive')
  hide = () => void this.done.push('hide')
  focus = () => void this.done.push('focus')
  restore = () => void this.done.push('restore')
  maximize = () => void this.done.push('maximize')
  unmaximize = () => void this.done.push('unmaximize')
  isInFullScreen = false
  isFullScreen = () => this.isInFullScreen
  /** As on macOS, the test ends the animation by `leave-full-screen`. */
  setFullScreen = (isWanted: boolean) => void this.done.push(`full screen ${isWanted}`)
  setAlwaysOnTop = () => void this.done.push('on top')
  setOpacity = (opacity: number) => void this.done.push(`opacity ${opacity}`)
  setOverlayIcon = (icon: unknown, description: string) =>
    void this.done.push(`overlay ${icon ? 'on' : 'off'} ${description}`)
  setSize = (width: number, height: number) => void this.done.push(`size ${width} ${height}`)
  setVisibleOnAllWorkspaces = () => void this.done.push('everywhere')
  setIgnoreMouseEvents = (isIgnored: boolean) =>
    void this.done.push(`mouse ${isIgnored ? 'ignored' : 'used'}`)
  isHidden = false
  isVisible = () => !this.isHidden
  isMinimized = () => this.isSmall
  getBounds = () => this.bounds
  /** Windows: the scale of the display at a position. */
  static scaleAt: ((x: number) => number) | null = null
  setBounds = (bounds: Partial<Rectangle>) => {
    this.bounds = scaledBounds(this.bounds, bounds, FakeWindow.scaleAt)
    this.done.push(`bounds ${Object.values(this.bounds).join(' ')}`)
  }
  isMaximized = () => this.isFull
  isFocused = () => this.hasFocus
  isDestroyed = () => this.isGone
  getNormalBounds = () => this.bounds
  /** Closes it, as a user or the app would. */
  close() {
    this.emit('close')
    this.isGone = true
    this.emit('closed')
  }
}
