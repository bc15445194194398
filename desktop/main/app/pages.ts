import type { Session } from 'electron'
import { showContextMenus } from '#desktop/main/menu/context-menu.ts'
import { APP_SCHEME, serveBundle } from '#desktop/main/protocol/protocol.ts'
import { guardContents } from '#desktop/main/security/navigation.ts'
import { createOpenExternal } from '#desktop/main/security/open-external.ts'
import { type GuardedSession, guardSession } from '#desktop/main/security/permissions.ts'
import { confirmUnload } from '#desktop/main/windows/unsaved-changes.ts'
import type { Locale } from '#shared/i18n/locale.ts'

type Used = 'app' | 'clipboard' | 'dialog' | 'Menu' | 'protocol' | 'shell'

interface PagesOptions {
  electron: Pick<typeof import('electron'), Used>
  /** The session all windows run in. */
  session: GuardedSession & SpellingSession
  /** The folder of the interface. */
  folder: string
  /** Origin of the API, which is that of the site. */
  apiOrigin: string
  /** `darwin`, `win32` or `linux`. */
  system: string
  locale(): Locale
  now: () => number
}

/** Sets what every page runs in, before there is one. Answers what ends it. */
export function setUpPages(options: PagesOptions): () => void {
  const { electron, session, folder, apiOrigin, system, locale, now } = options
  const { app, clipboard, dialog, Menu, protocol, shell } = electron
  protocol.handle(APP_SCHEME, serveBundle({ folder, apiOrigin }))
  guardSession({ session, referer: `${apiOrigin}/` })
  setSpellCheckLanguages(session, system)

  const openExternal = (address: string) => shell.openExternal(address)
  const stops = [
    guardContents({ app, openLink: createOpenExternal({ openExternal, now }) }),
    showContextMenus({ app, Menu, clipboard, locale, siteOrigin: apiOrigin }),
    confirmUnload({ app, dialog, locale }),
    () => protocol.unhandle(APP_SCHEME),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The product's languages, as dictionaries name them. */
const WANTED = ['en-US', 'ko']

export type SpellingSession = Pick<
  Session,
  'availableSpellCheckerLanguages' | 'setSpellCheckerLanguages'
>

/**
 * Checks the spelling of both languages, as far as there are dictionaries for them. macOS finds the
 * language of a text by itself and takes no list.
 */
export function setSpellCheckLanguages(session: SpellingSession, system: string): void {
  if (system === 'darwin') return
  const known = WANTED.filter((name) => session.availableSpellCheckerLanguages.includes(name))
  session.setSpellCheckerLanguages(known)
}
