import type { DesktopBridge } from '#desktop/bridge/bridge.ts'
import { trackPageViews } from '#desktop/renderer/app/page-views.ts'
import { prepare, showExpired, start, startWhenIdle } from '#desktop/renderer/app/start.tsx'
import { desktopPlatform } from '#desktop/renderer/platform/desktop-platform.ts'
import { persistQueries, restoreQueries } from '#desktop/renderer/platform/persisted-queries.ts'
import { preferences } from '#desktop/renderer/platform/preferences.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { fetchAdSlots } from './fetch-ad-slots.ts'
import { initLocale, syncLocale } from './locale.ts'
import { createNavigation } from './navigation.ts'
import { restoreLastKnown } from './restore-last-known.ts'
import { showStorageWarning } from './storage-warning.ts'
import { syncTheme } from './theme.ts'
import { showUpdateNotice } from './update-notice.ts'

/** Starts the renderer in a window of the desktop app: main window, chart or mini ticker. */
export async function startDesktop(bridge: DesktopBridge): Promise<void> {
  const goTo = createNavigation(bridge)
  const info = await bridge.start()
  initLocale(preferences, info.settings.locale)
  const services = prepare(desktopPlatform(bridge, info))
  const isChart = location.pathname === PATHS.chart
  const isMain = !isChart && location.pathname !== PATHS.mini
  const stored = {
    client: services.queries,
    preferences,
    buster: `${info.version} ${info.apiOrigin}`,
  }
  // Only one window writes them.
  if (isMain) persistQueries({ ...stored, page: window })
  if (isChart) restoreQueries(stored)
  restoreLastKnown(services, info.lastKnown)
  const router = start(services)
  // Only the main window counts visits and syncs with the app.
  if (isChart) startChartKeys(services)
  if (!isMain) return
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

/** The shortcuts of the window of the chart; screens open in the main window. */
async function startChartKeys(services: Services): Promise<void> {
  const { startShortcuts } = await import('#desktop/renderer/features/shortcuts/start-shortcuts.ts')
  startShortcuts(services, (path) => services.platform.desktop?.openMainWindow(path))
}
