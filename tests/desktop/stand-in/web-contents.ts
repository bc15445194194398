import { once } from 'node:events'
import { basename } from 'node:path'
import type { Page } from 'playwright'
import { inApp } from './addresses.ts'
import { prevented } from './event.ts'
import type { StandInFrame } from './frames.ts'
import { StandInImage } from './images.ts'
import type { StandInSession } from './session.ts'
import { StrictEmitter, strict } from './strict.ts'
import type { World } from './world.ts'

type Implemented =
  | 'send'
  | 'getURL'
  | 'setWindowOpenHandler'
  | 'isDestroyed'
  | 'isLoading'
  | 'isLoadingMainFrame'
  | 'reload'
  | 'openDevTools'
  | 'closeDevTools'
  | 'isDevToolsOpened'
  | 'toggleDevTools'
  | 'setVisualZoomLevelLimits'
  | 'setZoomFactor'
  | 'getZoomFactor'
  | 'setUserAgent'
  | 'setBackgroundThrottling'
  | 'executeJavaScript'
  | 'downloadURL'

let ids = 0

/** Fake of `WebContents` on a browser page. */
export class StandInContents
  extends StrictEmitter
  implements Pick<Electron.WebContents, Implemented>
{
  readonly id = ++ids
  readonly session: StandInSession
  /** The page, once opened. */
  readonly page: Promise<Page>
  /** The page if it is open. */
  pageNow: Page | null = null
  /** URL of the app's own load; other navigations come from the page. */
  sentTo: string | null = null
  openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null
  devTools = false
  isGone = false
  /** Closing or closed. */
  isLeaving = false
  readonly navigationHistory = strict('navigationHistory', {
    goBack: () => void this.pageNow?.goBack().catch(() => {}),
    goForward: () => void this.pageNow?.goForward().catch(() => {}),
  } satisfies Partial<Electron.NavigationHistory>)
  private readonly world: World
  private loading = false

  constructor(world: World, session: StandInSession, page: Promise<Page>) {
    super()
    this.world = world
    this.session = session
    this.page = page
  }

  get mainFrame(): StandInFrame {
    if (!this.pageNow) throw new Error('the page is not open yet')
    return this.world.frames.of(this.pageNow.mainFrame())
  }
  getURL(): string {
    return this.pageNow
      ? inApp(this.pageNow.url(), this.world.protocols.scheme).replace(/^about:blank$/, '')
      : ''
  }
  getType(): 'window' {
    return 'window'
  }
  isDestroyed(): boolean {
    return this.isGone
  }
  isLoading(): boolean {
    return this.loading
  }
  isLoadingMainFrame(): boolean {
    return this.loading
  }
  setLoading(isLoading: boolean): void {
    this.loading = isLoading
    this.emit(isLoading ? 'did-start-loading' : 'did-stop-loading')
  }

  /** Throws for values that cannot be cloned, as in Electron; ignores a page that is leaving. */
  send(channel: string, ...args: unknown[]): void {
    if (this.isGone) throw new TypeError('Object has been destroyed')
    const message = { name: this.world.names.tell, channel, args: structuredClone(args) }
    const page = this.pageNow
    if (!page || page.isClosed()) return
    page
      .evaluate(
        ({ name, channel, args }) => Reflect.get(globalThis, name)?.(channel, args),
        message,
      )
      .catch(() => {})
  }

  setWindowOpenHandler(handler: NonNullable<typeof this.openHandler>): void {
    this.openHandler = handler
  }
  reload(): void {
    const page = this.pageNow
    if (!page) return
    this.sentTo = page.url()
    this.setLoading(true)
    page
      .reload()
      .catch(() => {})
      .finally(() => this.setLoading(false))
  }
  openDevTools(): void {
    this.devTools = true
  }
  closeDevTools(): void {
    this.devTools = false
  }
  toggleDevTools(): void {
    this.devTools = !this.devTools
  }
  isDevToolsOpened(): boolean {
    return this.devTools
  }
  async setVisualZoomLevelLimits(): Promise<void> {}
  private zoom = 1
  setZoomFactor(factor: number): void {
    this.zoom = factor
  }
  getZoomFactor(): number {
    return this.zoom
  }
  /** As in Electron: in the main world, exempt from the content policy, and after a load. */
  async executeJavaScript(code: string): Promise<unknown> {
    const page = await this.page
    if (this.loading || this.getURL() === '') await once(this, 'did-stop-loading')
    return page.evaluate(code)
  }
  async capturePage(): Promise<StandInImage> {
    return new StandInImage(await (await this.page).screenshot())
  }
  /** Names of files that were downloaded, and of those that the app refused. */
  readonly downloads: { name: string; isRefused: boolean }[] = []
  /** As in Electron: the server is asked anew, and names type and file. */
  downloadURL(url: string): void {
    fetch(url).then((reply) => {
      const disposition = reply.headers.get('content-disposition') ?? ''
      const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? basename(new URL(url).pathname)
      const isRefused = prevented(
        this.session,
        'will-download',
        {},
        {
          getURLChain: () => [url],
          getMimeType: () => reply.headers.get('content-type') ?? '',
          getFilename: () => name,
        },
      )
      this.downloads.push({ name, isRefused })
    })
  }
  setUserAgent(): void {}
  setBackgroundThrottling(): void {}

  /** A key press before the page gets it; returns whether the app consumed it. */
  press(input: Partial<Electron.Input>): boolean {
    const event = { defaultPrevented: false, preventDefault: () => {} }
    event.preventDefault = () => {
      event.defaultPrevented = true
    }
    this.emit('before-input-event', event, { type: 'keyDown', ...input })
    return event.defaultPrevented
  }
}
