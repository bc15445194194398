import { createRoot } from 'react-dom/client'
import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import type { Language } from '#desktop/renderer/platform/language.ts'
import { startLiveUpdates } from '#desktop/renderer/platform/live/live-updates.ts'
import type { Expiry, Platform } from '#desktop/renderer/platform/platform.ts'
import { createServices, type Services } from '#desktop/renderer/platform/services.ts'
import {
  resetQueriesOnUserChange,
  startSessionRestore,
} from '#desktop/renderer/platform/session-lifecycle.ts'
import { App } from './app.tsx'
import { withFirstScreen } from './first-screen.ts'
import { routePattern } from './route-pattern.ts'
import { createRouter, type Router } from './routes.tsx'
import { watchPeriod } from './watch-period.ts'

/** Says that the session ended by itself, and why. */
export function sayExpired(t: Language['t'], expiry: Expiry): void {
  const text = t(`session.${expiry}`)
  showToast({ id: 'sessionExpiredToast', text, tone: 'bad' }, TOAST_MS.session)
}

/** Makes what the interface stands on. Nothing is asked of the server yet. */
export function prepare(platform: Platform): Services {
  return createServices({
    platform,
    onExpired: sayExpired,
    route: () => routePattern(location.pathname),
  })
}

/** Sets the services going and shows the screen of the page's address. */
export function start(services: Services): Router {
  startSessionRestore(services)
  resetQueriesOnUserChange(services)
  services.startSeconds()
  startLiveUpdates(services)
  watchPeriod(services)

  const router = createRouter(services)
  const place = document.getElementById('root')
  if (place) {
    const root = createRoot(place)
    withFirstScreen(router, () => root.render(<App services={services} router={router} />))
  }
  return router
}
