import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'
import { guardPermissions, type PermittingSession } from './permissions.ts'

const EMBED_FILTER = { urls: EMBED_ORIGINS.map((origin) => `${origin}/*`) }

type Headers = Record<string, string>
type Rewrite = (
  request: { requestHeaders: Headers },
  answer: (to: { requestHeaders: Headers }) => void,
) => void

/** Electron's Session is one. */
export interface GuardedSession extends PermittingSession {
  on(event: 'will-download', listener: (event: { preventDefault(): void }) => void): unknown
  webRequest: { onBeforeSendHeaders(filter: { urls: string[] }, rewrite: Rewrite): void }
}

interface GuardSessionOptions {
  session: GuardedSession
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
