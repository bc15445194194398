import type { DesktopBridge } from '#desktop/bridge/bridge.ts'
import { trackPageViews } from '#desktop/renderer/app/page-views.ts'
import { prepare, showExpired, start, startWhenIdle } from '#desktop/renderer/app/start.tsx'
import { desktopPlatform } from '#desktop/renderer/platform/desktop-platform.ts'
import { persistQueries } from '#desktop/renderer/platform/persisted-queries.ts'
import { preferences } from '#desktop/renderer/platform/preferences.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { fetchAdSlots } from './fetch-ad-slots.ts'
import { initLocale, syncLocale } from './locale.ts'
import { createNavigation } from './navigation.ts'
import { restoreLastKnown } from './restore-last-known.ts'
import { showStorageWarning } from './storage-warning.ts'
import { syncTheme } from './theme.ts'
import { showUpdateNotice } from './update-notice.ts'

/** Starts the renderer in a window of the desktop app: main window or mini ticker. */
export async function startDesktop(bridge: DesktopBridge): Promise<void> {
  const goTo = createNavigation(bridge)
  const info = await bridge.start()
  initLocale(preferences, info.settings.locale)
  const services = prepare(desktopPlatform(bridge, info))
  const isMini = location.pathname === PATHS.mini
  if (!isMini) {
    const buster = `${info.version} ${info.apiOrigin}`
    persistQueries({ client: services.queries, preferences, buster, page: window })
  }
  restoreLastKnown(services, info.lastKnown)
  const router = start(services)
  // Only the main window counts visits and syncs with the app.
  if (isMini) return
  trackPageViews(router, services.analytics)
  goTo((path) => router.navigate(path))
  startWhenIdle(services, router)
  bridge.onFind(async () => {
    const { openFind } = await import('#desktop/renderer/features/find/open-find.tsx')
    openFind(services)
  })
  syncLocale(bridge, services, info.settings.locale)
  syncTheme(bridge, services, info.settings.theme)
  fetchAdSlots(services)
  showStorageWarning(services)
  if (info.expiry) showExpired(services.language.store.getState().t, info.expiry)
  showUpdateNotice(services)
}
