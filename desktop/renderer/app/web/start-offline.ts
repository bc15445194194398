import { buildOf } from '#desktop/renderer/platform/build-id.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { restoreLastKnown } from './last-known.ts'

/** Fills the page that the service worker has sent in place of the server's. */
export function startOffline(services: Services): void {
  restoreLastKnown(services, buildOf(document.documentElement.outerHTML) ?? '')
}
