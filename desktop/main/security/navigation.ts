import { onWebContents, type WebContentsApp } from '#desktop/main/app/web-contents.ts'
import { mayShow } from './addresses.ts'

interface Preventable {
  preventDefault(): void
}

interface Navigation extends Preventable {
  url: string
  isMainFrame: boolean
}

type GoingEvent = 'will-navigate' | 'will-frame-navigate' | 'will-redirect'

/** What shows pages: Electron's WebContents does. */
interface Guarded {
  on(event: GoingEvent, listener: (navigation: Navigation) => void): unknown
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown
  setWindowOpenHandler(handler: (wish: { url: string }) => { action: 'deny' }): void
}

interface GuardOptions {
  app: WebContentsApp<Guarded>
  /** Opens a link outside the app, if it may be. */
  openLink(address: string): void
}

/**
 * Watches over everything that shows pages, from the moment it is made: it goes nowhere but to the
 * app's own pages and the video players in them, opens no windows and attaches no views. A link
 * that leads elsewhere is opened by the system.
 */
export function guardContents({ app, openLink }: GuardOptions): () => void {
  const hold = (navigation: Navigation) => {
    if (mayShow(navigation.url, navigation.isMainFrame)) return false
    navigation.preventDefault()
    return true
  }
  const holdLink = (navigation: Navigation) => {
    if (hold(navigation) && navigation.isMainFrame) openLink(navigation.url)
  }
  return onWebContents(app, (page) => {
    // Of a link in the window itself both are told, or only the first once it was prevented; which
    // is first differs between versions. What is opened twice within a moment is opened once.
    page.on('will-navigate', holdLink)
    page.on('will-frame-navigate', holdLink)
    page.on('will-redirect', hold)
    page.on('will-attach-webview', (event) => event.preventDefault())
    page.setWindowOpenHandler(({ url }) => {
      openLink(url)
      return { action: 'deny' }
    })
  })
}
