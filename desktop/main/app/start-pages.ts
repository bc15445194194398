import type { Protocol, Shell } from 'electron'
import { type ContextMenusOptions, showContextMenus } from '../menu/show-context-menus.ts'
import { APP_SCHEME } from '../protocol/app-origin.ts'
import { serveBundle } from '../protocol/serve-bundle.ts'
import { type GuardOptions, guardContents } from '../security/guard-contents.ts'
import { type GuardedSession, guardSession } from '../security/guard-session.ts'
import { createOpenOutside } from '../security/open-outside.ts'
import { askBeforeLeaving, type LeavingOptions } from '../windows/ask-before-leaving.ts'
import { checkSpelling, type SpellingSession } from './spelling.ts'

interface PagesOptions extends Omit<ContextMenusOptions & LeavingOptions, 'app' | 'siteOrigin'> {
  app: GuardOptions['app'] & ContextMenusOptions['app'] & LeavingOptions['app']
  protocol: Pick<Protocol, 'handle' | 'unhandle'>
  /** The session all windows run in. */
  session: GuardedSession & SpellingSession
  shell: Pick<Shell, 'openExternal'>
  /** The folder of the interface. */
  folder: string
  /** Origin of the API, which is that of the site. */
  apiOrigin: string
  /** `darwin`, `win32` or `linux`. */
  system: string
  now: () => number
}

/** Sets what every page runs in, before there is one. Answers what ends it. */
export function startPages(options: PagesOptions): () => void {
  const { app, protocol, session, shell, folder, apiOrigin, system, now } = options
  protocol.handle(APP_SCHEME, serveBundle({ folder, apiOrigin }))
  guardSession({ session, referer: `${apiOrigin}/` })
  checkSpelling(session, system)

  const openExternal = (address: string) => shell.openExternal(address)
  const stops = [
    guardContents({ app, openOutside: createOpenOutside({ openExternal, now }) }),
    showContextMenus({ ...options, siteOrigin: apiOrigin }),
    askBeforeLeaving(options),
    () => protocol.unhandle(APP_SCHEME),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
