import { showContextMenus } from '#desktop/main/menu/show-context-menus.ts'
import { APP_SCHEME } from '#desktop/main/protocol/app-origin.ts'
import { serveBundle } from '#desktop/main/protocol/serve-bundle.ts'
import { guardContents } from '#desktop/main/security/guard-contents.ts'
import { type GuardedSession, guardSession } from '#desktop/main/security/guard-session.ts'
import { createOpenOutside } from '#desktop/main/security/open-outside.ts'
import { askBeforeLeaving } from '#desktop/main/windows/ask-before-leaving.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { checkSpelling, type SpellingSession } from './spelling.ts'

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
export function startPages(options: PagesOptions): () => void {
  const { electron, session, folder, apiOrigin, system, locale, now } = options
  const { app, clipboard, dialog, Menu, protocol, shell } = electron
  protocol.handle(APP_SCHEME, serveBundle({ folder, apiOrigin }))
  guardSession({ session, referer: `${apiOrigin}/` })
  checkSpelling(session, system)

  const openExternal = (address: string) => shell.openExternal(address)
  const stops = [
    guardContents({ app, openOutside: createOpenOutside({ openExternal, now }) }),
    showContextMenus({ app, Menu, clipboard, locale, siteOrigin: apiOrigin }),
    askBeforeLeaving({ app, dialog, locale }),
    () => protocol.unhandle(APP_SCHEME),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
