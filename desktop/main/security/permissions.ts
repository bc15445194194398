import type { Session } from 'electron'
import { isAppUrl } from '#desktop/main/protocol/app-origin.ts'
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
