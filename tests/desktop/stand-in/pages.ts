import type { BrowserContext, Page } from 'playwright'
import { inApp } from './addresses.ts'
import { eventOf } from './event.ts'
import { handleIpcCall, type IpcCall } from './ipc-call.ts'
import { mayOpen } from './popups.ts'
import { routeRequest } from './requests.ts'
import { StandInContents } from './web-contents.ts'
import type { World } from './world.ts'

/** Reports violations of the content policy. */
const REPORTING = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('policy violated: ' + event.violatedDirective + ' ' + event.blockedURI)
})`

/**
 * Keeps the texts of the toasts of a page. They are shown for seconds, in which a busy test may not look.
 */
const RECORDING = `globalThis.shownToasts = []
new MutationObserver(() => {
  for (const toast of document.querySelectorAll('[data-toast]')) {
    if (!shownToasts.includes(toast.textContent)) shownToasts.push(toast.textContent)
  }
}).observe(document, { subtree: true, childList: true })`

/** Browser error for a request whose page has closed, so that its permission cannot be checked. */
const FORBIDDEN_TO_LEAVERS = /Permission was denied for this request to access the `loopback`/

/** Pages of one start, in their own browser context. */
export class Pages {
  /** Pages of open windows. */
  readonly open = new Set<StandInContents>()
  /** Console errors, exceptions and policy violations of all pages. */
  readonly errors: string[] = []
  /** URLs of requested pop-ups, and whether they were allowed. */
  readonly popups: { url: string; isAllowed: boolean }[] = []
  private readonly context: BrowserContext
  private known: World | null = null
  private opening = 0

  constructor(context: BrowserContext) {
    this.context = context
  }

  private get world(): World {
    if (!this.known) throw new Error('prepare() comes first')
    return this.known
  }

  /** Call once, before the first page. */
  async prepare(world: World): Promise<void> {
    this.known = world
    const { context } = this
    await context.exposeBinding(world.names.ask, ({ frame, page }, ...call: IpcCall) =>
      handleIpcCall(world, this.ofPage(page), frame, call),
    )
    await context.route('**/*', (route) => routeRequest(world, route))
    context.on('page', (page) => {
      void this.judgeNewPage(page)
    })
  }

  ofPage(page: Page): StandInContents | undefined {
    return [...this.open].find(({ pageNow }) => pageNow === page)
  }

  /** Opens the page of a new window; `script` runs before the page's own. */
  add(partition: string, script: string): StandInContents {
    const opening = Promise.withResolvers<Page>()
    const contents = new StandInContents(
      this.world,
      this.world.sessions.of(partition),
      opening.promise,
    )
    this.open.add(contents)
    // The caller gets the failure.
    opening.promise.catch(() => {})
    this.begin(contents, script).then(opening.resolve, opening.reject)
    return contents
  }

  private async begin(contents: StandInContents, script: string): Promise<Page> {
    this.opening++
    try {
      const page = await this.context.newPage()
      contents.pageNow = page
      this.listen(page, contents)
      await page.addInitScript({ content: REPORTING })
      await page.addInitScript({ content: RECORDING })
      await page.addInitScript({ content: script })
      return page
    } finally {
      this.opening--
    }
  }

  private listen(page: Page, contents: StandInContents): void {
    const { protocols } = this.world
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      if (contents.isLeaving && FORBIDDEN_TO_LEAVERS.test(message.text())) return
      const { url } = message.location()
      this.errors.push(url ? `${message.text()} (${url})` : message.text())
    })
    page.on('pageerror', (error) => this.errors.push(String(error)))
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return
      contents.emit('did-navigate', eventOf({}), inApp(frame.url(), protocols.scheme))
    })
    page.on('domcontentloaded', () => contents.emit('dom-ready', eventOf({})))
    page.on('load', () => contents.emit('did-finish-load', eventOf({})))
    page.on('crash', () =>
      contents.emit('render-process-gone', eventOf({}), { reason: 'crashed', exitCode: 1 }),
    )
  }

  /** A page without a window is a pop-up; its request was already checked. */
  private async judgeNewPage(page: Page): Promise<void> {
    const isOwn = this.opening > 0 && page.url() === 'about:blank' && !(await page.opener())
    if (isOwn || this.ofPage(page)) return
    const url = inApp(page.url(), this.world.protocols.scheme)
    // An empty pop-up sends no request.
    const judged =
      url === 'about:blank' ? undefined : this.popups.findLast((one) => one.url === url)
    if (!(judged?.isAllowed ?? mayOpen(this.world, page.url()))) await page.close().catch(() => {})
  }
}
