import type { Session } from 'electron'
import { isAppUrl } from '#desktop/main/protocol/protocol.ts'
import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'
import { isEmbed } from './addresses.ts'

/** What the app's own pages need. */
const OWN = [
  'fullscreen',
  // The address of a donation is copied.
  'clipboard-sanitized-write',
  // An API on this computer or beside it; the content policy holds the pages to that one address.
  'local-network-access',
  'local-network',
  'loopback-network',
]

/** Whether a page may use what a browser would ask its person for. Nearly nothing is allowed. */
export function mayUse(permission: string, address: string): boolean {
  if (isAppUrl(address)) return OWN.includes(permission)
  // A video grows to the whole screen.
  return permission === 'fullscreen' && isEmbed(address)
}

export type PermittingSession = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
>

/** Answers every question for a permission with `mayUse`, and gives out no device. */
export function guardPermissions(session: PermittingSession): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(mayUse(permission, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) => mayUse(permission, origin))
  session.setDevicePermissionHandler(() => false)
}

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
