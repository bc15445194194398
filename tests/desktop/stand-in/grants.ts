import type { BrowserContext } from 'playwright'
import { inBrowser } from './addresses.ts'
import type { StandInSession } from './session.ts'

/** Permission names of Electron and Playwright. */
const NAMES = [
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['geolocation', 'geolocation'],
  ['local-network-access', 'local-network-access'],
  ['notifications', 'notifications'],
] as const

/** Grants an origin the permissions that the app allows, and no others. */
export async function grant(
  context: BrowserContext,
  session: StandInSession,
  url: string,
): Promise<void> {
  const { permissionCheck } = session
  const allowed = NAMES.filter(
    // Without a handler Electron allows everything.
    ([name]) => !permissionCheck || Reflect.apply(permissionCheck, null, [null, name, url, {}]),
  )
  const { origin } = new URL(inBrowser(url))
  await context.grantPermissions(
    allowed.map(([, name]) => name),
    { origin },
  )
}
