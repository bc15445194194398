import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { inBrowser } from './addresses.ts'
import { eventOf, prevented } from './event.ts'
import { grant } from './grants.ts'
import { pageScript } from './page-script.ts'
import type { StandInContents } from './web-contents.ts'
import { WindowFrame } from './window-frame.ts'
import type { World } from './world.ts'

type Options = Electron.BrowserWindowConstructorOptions

type Implemented =
  | 'loadURL'
  | 'close'
  | 'destroy'
  | 'setVisibleOnAllWorkspaces'
  | 'setMenu'
  | 'removeMenu'
  | 'setMenuBarVisibility'
  | 'setAutoHideMenuBar'
  | 'setSkipTaskbar'
  | 'setBackgroundColor'
  | 'setIgnoreMouseEvents'
  | 'flashFrame'
  | 'setOverlayIcon'
  | 'moveTop'

/** Fake of `BrowserWindow`: a real page with simulated bounds. */
export class StandInWindow
  extends WindowFrame
  implements Pick<Electron.BrowserWindow, Implemented>
{
  /** Constructor options. */
  readonly options: Options
  readonly webContents: StandInContents
  private readonly world: World
  private closing = Promise.resolve(false)

  constructor(world: World, options: Options = {}) {
    super(world.app, options)
    if (!world.app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    this.world = world
    this.options = options
    const { width = 800, height = 600 } = options
    const { preload, partition = '' } = options.webPreferences ?? {}
    const code = preload === undefined ? null : readFileSync(preload, 'utf8')
    this.webContents = world.pages.add(partition, pageScript(world.names, code))
    this.webContents.page.then((page) => page.setViewportSize({ width, height })).catch(() => {})
    world.app.windows.add(this)
    world.app.emit('web-contents-created', eventOf({}), this.webContents)
    world.app.emit('browser-window-created', eventOf({}), this)
    if (options.show !== false) this.show()
  }

  async loadURL(url: string): Promise<void> {
    const { webContents } = this
    const page = await webContents.page
    const target = inBrowser(url)
    if (/^http/.test(target)) await grant(page.context(), webContents.session, url)
    webContents.sentTo = new URL(target).href
    webContents.setLoading(true)
    page.once('load', () => this.paint())
    try {
      await page.goto(target)
    } catch (error) {
      if (this.gone) return
      webContents.emit('did-fail-load', eventOf({}), -2, String(error), url, true)
      throw new Error(`ERR_FAILED (-2) loading '${url}': ${error}`)
    } finally {
      webContents.setLoading(false)
    }
  }

  /** The first paint. On Wayland a window has no surface before it is shown (electron#48859). */
  private paint(): void {
    if (this.gone) return
    if (this.world.app.isWayland && !this.isVisible()) this.once('show', () => this.paint())
    else if (this.world.app.paints) this.emit('ready-to-show', eventOf({}))
  }

  /** Closes like a user; may be prevented by app or page. Returns whether it closed. */
  requestClose(): Promise<boolean> {
    return this.askToClose(() => this.vanish())
  }
  /** Whether app and page let it close; if so, `close` is called. */
  askToClose(close = () => {}): Promise<boolean> {
    // Sequential: an open dialog swallows the next one.
    this.closing = this.closing.then(async () => {
      const mayClose = await this.mayClose()
      if (mayClose) close()
      return mayClose
    })
    return this.closing
  }
  private async mayClose(): Promise<boolean> {
    if (this.gone) return true
    if (prevented(this, 'close')) return false
    const { webContents } = this
    const page = webContents.pageNow
    // Electron asks no page that has no handlers yet, and Chromium loses the question while it loads one.
    const hasLoaded = webContents.getURL() !== '' && !webContents.isLoading()
    return !page || page.isClosed() || !hasLoaded || this.pageLetsGo(page)
  }
  close(): void {
    void this.requestClose()
  }
  destroy(): void {
    if (this.gone) return
    this.vanish()
  }

  /** A page may prevent closing with `beforeunload`, unless the app overrides it. */
  private pageLetsGo(page: Page): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.webContents.isLeaving = true
    page.once('close', () => resolve(true))
    page.once('dialog', async (dialog) => {
      const isOverridden = prevented(this.webContents, 'will-prevent-unload')
      if (isOverridden) await dialog.accept()
      else {
        await dialog.dismiss()
        // Chromium ignores a further question until the page's reply to this one, which precedes that to a script.
        await page.evaluate(() => {}).catch(() => {})
      }
      this.webContents.isLeaving = isOverridden
      resolve(isOverridden)
    })
    page.close({ runBeforeUnload: true }).catch(() => resolve(true))
    return promise
  }

  /** The end of a close that was allowed. */
  vanish(): void {
    if (this.gone) return
    this.gone = true
    this.webContents.isGone = true
    this.webContents.isLeaving = true
    this.world.pages.open.delete(this.webContents)
    this.webContents.page.then((page) => page.close()).catch(() => {})
    this.webContents.emit('destroyed')
    this.emit('closed')
    this.world.app.onWindowClosed(this)
  }

  setVisibleOnAllWorkspaces(): void {}
  /** Windows: the picture on the taskbar button, and its description. */
  overlay: { picture: unknown; description: string } | null = null

  setOverlayIcon(picture: Electron.NativeImage | null, description: string): void {
    this.overlay = picture && { picture, description }
  }
  setMenu(): void {}
  removeMenu(): void {}
  setMenuBarVisibility(): void {}
  setAutoHideMenuBar(): void {}
  setSkipTaskbar(): void {}
  setBackgroundColor(): void {}
  setIgnoreMouseEvents(): void {}
  flashFrame(): void {}
  moveTop(): void {}
}
