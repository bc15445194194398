import { APP_ORIGIN, APP_SCHEME, isAppUrl } from '#desktop/main/protocol/protocol.ts'
import { mayShow } from './addresses.ts'

/** The event for new pages; Electron's `app`. */
export interface WebContentsApp<Page> {
  on(event: 'web-contents-created', listener: (event: unknown, page: Page) => void): unknown
  off(event: 'web-contents-created', listener: (event: unknown, page: Page) => void): unknown
}

/** Calls `watch` for every new page, before it loads. Returns the function that stops. */
export function onWebContents<Page>(
  app: WebContentsApp<Page>,
  watch: (page: Page) => void,
): () => void {
  const onCreated = (_event: unknown, page: Page) => watch(page)
  app.on('web-contents-created', onCreated)
  return () => {
    app.off('web-contents-created', onCreated)
  }
}

interface Preventable {
  preventDefault(): void
}

interface Navigation extends Preventable {
  url: string
  isMainFrame: boolean
}

type NavigationEvent = 'will-navigate' | 'will-frame-navigate' | 'will-redirect'

/** The part of WebContents that is used. */
interface Guarded {
  on(event: NavigationEvent, listener: (navigation: Navigation) => void): unknown
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown
  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' }): void
}

interface GuardOptions {
  app: WebContentsApp<Guarded>
  /** Opens an external link, if allowed. */
  openLink(address: string): void
  /** Opens a path of the app, with query and hash, in the main window. */
  openPath(path: string): void
}

/**
 * Restricts all pages: navigation only to the app's pages and the players, no new windows, no webviews. A link
 * that would open a window leads to the main one if it is to a page of the app, else to the system browser.
 */
export function guardContents({ app, openLink, openPath }: GuardOptions): () => void {
  const block = (navigation: Navigation) => {
    if (mayShow(navigation.url, navigation.isMainFrame)) return false
    navigation.preventDefault()
    return true
  }
  const blockLink = (navigation: Navigation) => {
    if (block(navigation) && navigation.isMainFrame) openLink(navigation.url)
  }
  return onWebContents(app, (page) => {
    // Versions of Electron fire one or both events in either order; `openLink` opens repeated links
    // once.
    page.on('will-navigate', blockLink)
    page.on('will-frame-navigate', blockLink)
    page.on('will-redirect', block)
    page.on('will-attach-webview', (event) => event.preventDefault())
    page.setWindowOpenHandler(({ url }) => {
      if (isAppUrl(url)) openPath(url.slice(APP_ORIGIN.length))
      // A link without a scheme, `//host/path`, has that of the page.
      else openLink(url.replace(`${APP_SCHEME}://`, 'https://'))
      return { action: 'deny' }
    })
  })
}
