import type { Page } from 'playwright'
import { inApp } from './addresses.ts'
import type { StandInFrame } from './frames.ts'
import { LoudEmitter, loud } from './loud.ts'
import type { StandInSession } from './session.ts'
import type { World } from './world.ts'

type Played =
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

let ids = 0

/** Plays `WebContents` on a true page of the browser. */
export class StandInContents extends LoudEmitter implements Pick<Electron.WebContents, Played> {
  readonly id = ++ids
  readonly session: StandInSession
  /** The page, once the browser has opened it. */
  readonly page: Promise<Page>
  /** The same, when it is there. */
  pageNow: Page | null = null
  /** Where the app itself sends the page; any other way is the page's own. */
  sentTo: string | null = null
  openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null
  devTools = false
  isGone = false
  /** It is being closed, or closed. */
  isLeaving = false
  readonly navigationHistory = loud('navigationHistory', {
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

  /** What cannot be cloned throws, as in Electron; a page that is just being left hears nothing. */
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
    this.sentTo = this.pageNow?.url() ?? null
    this.pageNow?.reload().catch(() => {})
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
  setUserAgent(): void {}
  setBackgroundThrottling(): void {}

  /** A key before the page has it; answers whether the app took it. */
  press(input: Partial<Electron.Input>): boolean {
    const event = { defaultPrevented: false, preventDefault: () => {} }
    event.preventDefault = () => {
      event.defaultPrevented = true
    }
    this.emit('before-input-event', event, { type: 'keyDown', ...input })
    return event.defaultPrevented
  }
}
