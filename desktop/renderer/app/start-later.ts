import { expireEdits } from '#desktop/renderer/features/editor/draft-storage.ts'
import { startShortcuts } from '#desktop/renderer/features/shortcuts/start-shortcuts.ts'
import { LOCALE_KEY } from '#desktop/renderer/platform/language.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { isDown } from '#desktop/shared/market-state.ts'
import { freshnessOf } from '#shared/rules/freshness.ts'
import type { Router } from './routes.tsx'
import { startInstallOffer } from './web/install-offer.ts'
import { storeReplies } from './web/persisted-replies.ts'
import { buildOf, registerWorker, startUpdateNotice } from './web/update-notice.ts'

/**
 * Starts the shortcuts, the expiry of drafts and, in a browser, the price in a hidden tab's title, the
 * cookie of the language, the service worker, and the offers to install and to update.
 */
export function startLater(services: Services, router: Router): void {
  startShortcuts(services, (path) => router.navigate(path))
  expireEdits(services)
  if (services.platform.desktop) return
  startPriceTitle(services)
  mirrorLocale(services)
  const build = buildOf(document.documentElement.outerHTML)
  startUpdateNotice(services, build)
  startInstallOffer(services)
  storeReplies(services, build ?? '')
  registerWorker()
}

/** Shows the price in the title while the tab is hidden: `64,210 · Tidemark`. A stale one is not shown. */
function startPriceTitle(services: Pick<Services, 'live' | 'language' | 'seconds'>): void {
  const { live, language, seconds } = services
  let priceTitle = ''
  let pageTitle = ''
  const restore = () => {
    if (priceTitle !== '' && document.title === priceTitle) document.title = pageTitle
  }
  const update = () => {
    const price = live.price.getState()
    if (!document.hidden || !price) return
    const age = seconds.getState() - Date.parse(price.time)
    if (freshnessOf(age) === 'stale' || isDown(live.link.getState())) return restore()
    // A screen may have changed its title meanwhile.
    if (document.title !== priceTitle) pageTitle = document.title
    const { t, format } = language.store.getState()
    priceTitle = `${format.price(price.value, 0)} · ${t('app.name')}`
    document.title = priceTitle
  }
  live.price.subscribe(update)
  live.link.subscribe(update)
  seconds.subscribe(update)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) update()
    else restore()
  })
}

const YEAR_SECONDS = 31_536_000

/** Stores the chosen language in a cookie too, by which the server renders pages. */
function mirrorLocale({ platform, language }: Pick<Services, 'platform' | 'language'>): void {
  const mirror = () => {
    const chosen = platform.preferences.read(LOCALE_KEY)
    const age = chosen ? YEAR_SECONDS : 0
    document.cookie = `${LOCALE_KEY}=${chosen ?? ''};path=/;max-age=${age};samesite=lax`
  }
  mirror()
  language.store.subscribe(mirror)
}
