import type { Session } from 'electron'
import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'
import { guardPermissions } from './permissions.ts'

const EMBED_FILTER = { urls: EMBED_ORIGINS.map((origin) => `${origin}/*`) }

export interface GuardSessionOptions {
  session: Session
  /** What players are told of who shows them: the address of the site. */
  referer: string
}

/** Sets what holds for all that the windows load: permissions, downloads and players. */
export function guardSession({ session, referer }: GuardSessionOptions): void {
  guardPermissions(session)
  // Nothing in the app is there to be saved.
  session.on('will-download', (event) => event.preventDefault())
  // Players refuse to play for a page that does not say who it is, and `app:` is no one to them.
  session.webRequest.onBeforeSendHeaders(EMBED_FILTER, ({ requestHeaders }, answer) =>
    answer({ requestHeaders: { ...requestHeaders, Referer: referer } }),
  )
}
