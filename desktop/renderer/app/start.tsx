import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { whenIdle } from '#desktop/renderer/components/use-idle-module.ts'
import type { Language } from '#desktop/renderer/platform/language.ts'
import { startLiveUpdates } from '#desktop/renderer/platform/live/live-updates.ts'
import type { Expiry, Platform } from '#desktop/renderer/platform/platform.ts'
import {
  createServices,
  type Services,
  ServicesContext,
} from '#desktop/renderer/platform/services.ts'
import {
  resetQueriesOnUserChange,
  startSessionRestore,
} from '#desktop/renderer/platform/session-lifecycle.ts'
import { periodStart } from '#shared/rules/schedule.ts'
import { routePattern } from './page-views.ts'
import { createRouter, type Router } from './routes.tsx'

/** Time to load the first screen before the loading screen shows, in milliseconds. */
const LOADING_DELAY_MS = 250

/** Toast for an expired session. */
export function showExpired(t: Language['t'], expiry: Expiry): void {
  const text = t(`session.${expiry}`)
  showToast({ id: 'sessionExpiredToast', text, tone: 'bad' }, TOAST_MS.session)
}

/** Creates the services; sends no request yet. */
export function prepare(platform: Platform): Services {
  return createServices({
    platform,
    onExpired: showExpired,
    route: () => routePattern(location.pathname),
  })
}

/** Starts the services and renders the screen of the current URL. */
export function start(services: Services): Router {
  startSessionRestore(services)
  resetQueriesOnUserChange(services)
  services.startSeconds()
  startLiveUpdates(services)
  refetchOnNewPeriod(services)

  const router = createRouter(services)
  const container = document.getElementById('root')
  if (container) {
    const root = createRoot(container)
    whenFirstScreenLoaded(router, () =>
      root.render(
        <StrictMode>
          <ServicesContext value={services}>
            <QueryClientProvider client={services.queries}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </ServicesContext>
        </StrictMode>,
      ),
    )
  }
  return router
}

/** Starts what no first view needs. */
export function startWhenIdle(services: Services, router: Router): void {
  whenIdle(() => {
    import('./start-later.ts').then(
      ({ startLater }) => startLater(services, router),
      (error: unknown) => console.warn(error),
    )
  })
}

/** Refetches everything when a voting period begins, even without a message of the server. */
function refetchOnNewPeriod({ seconds, queries }: Pick<Services, 'seconds' | 'queries'>): void {
  let current = periodStart(seconds.getState())
  seconds.subscribe((now) => {
    const start = periodStart(now)
    if (start === current) return
    current = start
    queries.invalidateQueries()
  })
}

/** Renders once the first screen is loaded, or after LOADING_DELAY_MS: a short load shows no flash. */
function whenFirstScreenLoaded(router: Router, render: () => void): void {
  if (router.state.initialized) {
    render()
    return
  }
  const finish = () => {
    clearTimeout(timer)
    unsubscribe()
    render()
  }
  const timer = setTimeout(finish, LOADING_DELAY_MS)
  const unsubscribe = router.subscribe(({ initialized }) => {
    if (initialized) finish()
  })
}
