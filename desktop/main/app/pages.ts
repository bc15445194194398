import type { Session, Shell } from 'electron'
import { showContextMenus } from '#desktop/main/menu/context-menu.ts'
import { APP_SCHEME } from '#desktop/main/protocol/protocol.ts'
import { externalLink } from '#desktop/main/security/addresses.ts'
import { guardContents } from '#desktop/main/security/navigation.ts'
import { type GuardedSession, guardSession } from '#desktop/main/security/permissions.ts'
import { confirmUnload } from '#desktop/main/windows/unsaved-changes.ts'
import type { Locale } from '#shared/i18n/locale.ts'

type Used = 'app' | 'BrowserWindow' | 'clipboard' | 'dialog' | 'Menu' | 'protocol' | 'shell'

interface PagesOptions {
  electron: Pick<typeof import('electron'), Used>
  /** The session of all windows. */
  session: GuardedSession & SpellingSession
  /** Answers the requests for the app's own pages. */
  serve(request: Request): Promise<Response>
  /** Origin of the API, which is that of the site. */
  apiOrigin: string
  /** `darwin`, `win32` or `linux`. */
  system: string
  locale(): Locale
  now: () => number
  /** Opens a path of the app in the main window. */
  openPath(path: string): void
  /** Called when the user stays on a page with unsaved changes. */
  onStay(page: object): void
}

/**
 * Configures protocol, session, menus and guards before the first page. Returns the function that
 * undoes it.
 */
export function setUpPages(options: PagesOptions): () => void {
  const { electron, session, apiOrigin, system, locale, now } = options
  const { app, BrowserWindow, clipboard, dialog, Menu, protocol, shell } = electron
  protocol.handle(APP_SCHEME, options.serve)
  const requested = new Set<string>()
  const isRequested = (url: string) => requested.delete(url)
  const allowDownload = (url: string) => void requested.add(url)
  guardSession({ session, referer: `${apiOrigin}/`, isRequested })
  setSpellCheckLanguages(session, system)

  const openExternal = (address: string) => shell.openExternal(address)
  const openLink = createOpenExternal({ openExternal, now })
  const stops = [
    guardContents({ app, openLink, openPath: options.openPath }),
    showContextMenus({ app, Menu, clipboard, locale, siteOrigin: apiOrigin, allowDownload }),
    confirmUnload({ app, dialog, BrowserWindow, locale, onStay: options.onStay }),
    () => protocol.unhandle(APP_SCHEME),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Dictionaries of the product's languages. */
const WANTED = ['en-US', 'ko']

export type SpellingSession = Pick<
  Session,
  'availableSpellCheckerLanguages' | 'setSpellCheckerLanguages'
>

/**
 * Enables spell checking for both languages where dictionaries exist. macOS detects the language
 * itself and accepts no list.
 */
export function setSpellCheckLanguages(session: SpellingSession, system: string): void {
  if (system === 'darwin') return
  const known = WANTED.filter((name) => session.availableSpellCheckerLanguages.includes(name))
  session.setSpellCheckerLanguages(known)
}

/** Minimum milliseconds between two links: a page cannot open dozens. */
const PAUSE = 500

interface OpenExternalOptions {
  openExternal: Shell['openExternal']
  now: () => number
}

/** Opens links with the system's browser, mail and phone apps, rate-limited. */
export function createOpenExternal({ openExternal, now }: OpenExternalOptions) {
  let last = Number.NEGATIVE_INFINITY
  return (address: string): void => {
    const link = externalLink(address)
    if (link === null || now() - last < PAUSE) return
    last = now()
    // The system reports a missing program itself.
    openExternal(link).catch(() => {})
  }
}
