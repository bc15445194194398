import type { App, Event, WebContents } from 'electron'
import { mayShow } from './addresses.ts'

interface GuardOptions {
  app: Pick<App, 'on' | 'off'>
  /** Opens a link outside the app, if it may be. */
  openOutside(address: string): void
}

interface Navigation extends Pick<Event, 'preventDefault'> {
  url: string
  isMainFrame: boolean
}

/**
 * Watches over everything that shows pages, from the moment it is made: it goes nowhere but to the
 * app's own pages and the video players in them, opens no windows and attaches no views. A link
 * that leads elsewhere is opened by the system.
 */
export function guardContents({ app, openOutside }: GuardOptions): () => void {
  const hold = (navigation: Navigation, leadsOutside: boolean) => {
    if (mayShow(navigation.url, navigation.isMainFrame)) return
    navigation.preventDefault()
    if (leadsOutside && navigation.isMainFrame) openOutside(navigation.url)
  }
  const guard = (_event: unknown, contents: WebContents) => {
    // Of the first two events the one of every frame comes last, and it alone opens a link.
    contents.on('will-navigate', (navigation) => hold(navigation, false))
    contents.on('will-frame-navigate', (navigation) => hold(navigation, true))
    contents.on('will-redirect', (navigation) => hold(navigation, false))
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url)
      return { action: 'deny' }
    })
  }
  app.on('web-contents-created', guard)
  return () => {
    app.off('web-contents-created', guard)
  }
}
