import { startShortcuts } from '#desktop/renderer/features/shortcuts/start-shortcuts.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { mirrorLocale } from './mirror-locale.ts'
import { startPriceTitle } from './price-title.ts'
import type { Router } from './routes.tsx'

/** Starts the shortcuts and, in a browser, the price in a hidden tab's title and the cookie of the language. */
export function startLater(services: Services, router: Router): void {
  startShortcuts(services, (path) => router.navigate(path))
  if (services.platform.desktop) return
  startPriceTitle(services)
  mirrorLocale(services)
}
