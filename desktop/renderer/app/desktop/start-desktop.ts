import type { DesktopBridge } from '#desktop/bridge/contract.ts'
import type { MarketSnapshot } from '#desktop/bridge/shapes.ts'
import { trackPageViews } from '#desktop/renderer/app/page-views.ts'
import { prepare, showExpired, start, startWhenIdle } from '#desktop/renderer/app/start.tsx'
import { desktopPlatform } from '#desktop/renderer/platform/desktop-platform.ts'
import {
  persistQueries,
  restoreQueries,
  restoreQuery,
} from '#desktop/renderer/platform/persisted-queries.ts'
import { playSound } from '#desktop/renderer/platform/play-sound.ts'
import { preferences } from '#desktop/renderer/platform/preferences.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { saveAdSlots, siteQuery } from '#desktop/renderer/platform/site.ts'
import { parseSoundPath } from '#desktop/shared/sound-page.ts'
import type { AlertSound } from '#shared/rules/alert-sounds.ts'
import { PATHS, pathPattern } from '#shared/rules/paths.ts'
import { createNavigation } from './navigation.ts'
import { readStartInfo } from './start-info.ts'
import { showStorageWarning } from './storage-warning.ts'
import { initLocale, syncErrorReports, syncLocale, syncTheme } from './sync-settings.ts'
import { showUpdateNotice } from './update-notice.ts'

/** The windows beside the main one. */
const WINDOWS = [PATHS.chart, PATHS.panel, PATHS.mini, PATHS.voteWindow]

const shows = (path: string) => pathPattern(path).test(location.pathname)

/** Starts the renderer in a window of the desktop app. */
export async function startDesktop(bridge: DesktopBridge): Promise<void> {
  const sound = parseSoundPath(location.pathname)
  if (sound) return playOnce(sound)
  const goTo = createNavigation(bridge)
  const info = await readStartInfo(bridge)
  initLocale(preferences, info.settings.locale)
  const services = prepare(desktopPlatform(bridge, info))
  const isPanel = shows(PATHS.chart) || shows(PATHS.panel)
  const isMain = !WINDOWS.some(shows)
  const stored = {
    client: services.queries,
    preferences,
    buster: `${info.version} ${info.apiOrigin}`,
  }
  // Only one window writes them.
  if (isMain) persistQueries({ ...stored, page: window })
  if (isPanel) restoreQueries(stored)
  restoreSnapshot(services, info.marketSnapshot)
  const router = start(services)
  // Only the main window counts visits and syncs with the app.
  if (isPanel) startPanelKeys(services)
  if (!isMain) return
  trackPageViews(router, services.analytics)
  goTo((path) => router.navigate(path))
  startWhenIdle(services, router)
  let isFindLoading = false
  bridge.on('window:find', async () => {
    // One load at a time: a second could end after the bar was closed, and open it again.
    if (isFindLoading) return
    isFindLoading = true
    const loaded = import('#desktop/renderer/features/find/find-bar.tsx')
    const { openFind } = await loaded.finally(() => {
      isFindLoading = false
    })
    openFind(services)
  })
  syncLocale(bridge, services, info.settings.locale)
  syncTheme(bridge, services, info.settings.theme)
  syncErrorReports(bridge, services, info.settings.hasErrorReports)
  fetchAdSlots(services)
  showStorageWarning(services)
  if (info.expiry) showExpired(services.language.store.getState().t, info.expiry)
  showUpdateNotice(services)
}

/** All that the hidden window of a sound does. */
async function playOnce({ sound, volume }: { sound: AlertSound; volume: number }): Promise<void> {
  try {
    await playSound(sound, volume)
  } finally {
    window.close()
  }
}

/** The shortcuts of the window of a panel; screens open in the main window. */
async function startPanelKeys(services: Services): Promise<void> {
  const { startShortcuts } = await import('#desktop/renderer/features/shortcuts/start-shortcuts.ts')
  startShortcuts(services, (path) => services.platform.desktop?.openMainWindow(path))
}

/**
 * Fetches the filled ad slots, which a web page carries itself, and stores them for the next start.
 */
async function fetchAdSlots(services: Services): Promise<void> {
  const site = await services.queries.fetchQuery(siteQuery(services)).catch(() => null)
  if (site) saveAdSlots(services.platform.preferences, site)
}

/** Shows the market data of an earlier run until the server replies. */
function restoreSnapshot(
  { queries, live }: Pick<Services, 'queries' | 'live'>,
  known: MarketSnapshot | null,
): void {
  if (!known) return
  if (known.summary) {
    restoreQuery(queries, {
      key: queryKeys.summary,
      data: known.summary,
      updatedAt: known.receivedAt,
    })
  }
  const price = known.price ?? known.summary?.price
  if (price) live.price.setState(price, true)
}
