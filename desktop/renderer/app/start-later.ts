import { startShortcuts } from '#desktop/renderer/features/shortcuts/start-shortcuts.ts'
import { buildOf } from '#desktop/renderer/platform/build-id.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { mirrorLocale } from './mirror-locale.ts'
import { startPriceTitle } from './price-title.ts'
import type { Router } from './routes.tsx'
import { startInstallOffer } from './web/install-offer.ts'
import { storeLastKnown } from './web/last-known.ts'
import { startUpdateNotice } from './web/update-notice.ts'
import { registerWorker } from './web/worker.ts'

/**
 * Starts the shortcuts and, in a browser, the price in a hidden tab's title, the cookie of the language,
 * the service worker, and the offers to install and to update.
 */
export function startLater(services: Services, router: Router): void {
  startShortcuts(services, (path) => router.navigate(path))
  if (services.platform.desktop) return
  startPriceTitle(services)
  mirrorLocale(services)
  const build = buildOf(document.documentElement.outerHTML)
  startUpdateNotice(services, build)
  startInstallOffer(services)
  storeLastKnown(services, build ?? '')
  registerWorker()
}
