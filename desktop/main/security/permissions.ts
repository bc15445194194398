import type { DownloadItem, Session } from 'electron'
import { APP_ORIGIN, isAppUrl } from '#desktop/main/protocol/protocol.ts'
import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'
import { isEmbed } from './addresses.ts'

/** Permissions of the app's own pages. */
const OWN = [
  'fullscreen',
  // Copying a donation address.
  'clipboard-sanitized-write',
  // A local API; the content policy limits pages to that origin.
  'local-network-access',
  'local-network',
  'loopback-network',
]

/** Whether a page may use a permission. Nearly nothing is allowed. */
export function mayUse(permission: string, address: string): boolean {
  if (isAppUrl(address)) return OWN.includes(permission)
  // Full-screen video.
  return permission === 'fullscreen' && isEmbed(address)
}

export type PermittingSession = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
>

/** Decides permission requests with `mayUse`; denies all devices. */
export function guardPermissions(session: PermittingSession): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(mayUse(permission, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) => mayUse(permission, origin))
  session.setDevicePermissionHandler(() => false)
}

/** Address of a file that a page of the app made. */
const OWN_FILE = `blob:${APP_ORIGIN}/`

/** Pictures that can be saved, by media type; not SVG, which can run a script where it is opened. */
const PICTURE_EXTENSIONS = new Map([
  ['image/avif', /\.avif$/i],
  ['image/bmp', /\.bmp$/i],
  ['image/gif', /\.gif$/i],
  ['image/jpeg', /\.jpe?g$/i],
  ['image/png', /\.png$/i],
  ['image/webp', /\.webp$/i],
])

type Download = Pick<DownloadItem, 'getURLChain' | 'getMimeType' | 'getFilename'>

/** Whether a server sent a picture: it may answer the second request with a program. */
function isPicture(item: Download): boolean {
  const type = item.getMimeType().split(';')[0]?.trim().toLowerCase() ?? ''
  return PICTURE_EXTENSIONS.get(type)?.test(item.getFilename()) ?? false
}

const EMBED_FILTER = { urls: EMBED_ORIGINS.map((origin) => `${origin}/*`) }

type Headers = Record<string, string>
type Rewrite = (
  request: { requestHeaders: Headers },
  answer: (to: { requestHeaders: Headers }) => void,
) => void

export interface GuardedSession extends PermittingSession {
  on(
    event: 'will-download',
    listener: (event: { preventDefault(): void }, item: Download) => void,
  ): unknown
  webRequest: { onBeforeSendHeaders(filter: { urls: string[] }, rewrite: Rewrite): void }
}

interface GuardSessionOptions {
  session: GuardedSession
  /** Referer for the players: the URL of the site. */
  referer: string
  /** Whether the user asked for this URL, to save an image; asked once for each download. */
  isRequested(url: string): boolean
}

/** Configures permissions, downloads and player requests of the session. */
export function guardSession({ session, referer, isRequested }: GuardSessionOptions): void {
  guardPermissions(session)
  // Files that the app's own page made, such as the export, and images that the user saves. Electron
  // asks where to save them.
  session.on('will-download', (event, item) => {
    const [url = ''] = item.getURLChain()
    const isAllowed = url.startsWith(OWN_FILE) || (isRequested(url) && isPicture(item))
    if (!isAllowed) event.preventDefault()
  })
  // Players require a Referer, and `app:` is not accepted.
  session.webRequest.onBeforeSendHeaders(EMBED_FILTER, ({ requestHeaders }, answer) =>
    answer({ requestHeaders: { ...requestHeaders, Referer: referer } }),
  )
}
