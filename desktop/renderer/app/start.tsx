import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { whenIdle } from '#desktop/renderer/components/use-idle-module.ts'
import { loadInBackground, onMissingModule } from '#desktop/renderer/platform/background-module.ts'
import { reloadPage } from '#desktop/renderer/platform/browser-page.ts'
import type { Language } from '#desktop/renderer/platform/language.ts'
import {
  refetchOnNewPeriod,
  startLiveUpdates,
} from '#desktop/renderer/platform/live/live-updates.ts'
import { refetchOwnVoteChanges } from '#desktop/renderer/platform/own-vote-changes.ts'
import type { Expiry, Platform } from '#desktop/renderer/platform/platform.ts'
import { createServices, type Services } from '#desktop/renderer/platform/services.ts'
import { ServicesProvider } from '#desktop/renderer/platform/services-provider.tsx'
import {
  resetQueriesOnUserChange,
  startSessionRestore,
} from '#desktop/renderer/platform/session-lifecycle.ts'
import type { PageSeed } from '#shared/contract/server-page.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { READY_EVENT } from './early/replay-last-action.ts'
import { nextTask } from './next-task.ts'
import { routePattern } from './page-views.ts'
import { createRouter, type Router } from './routes.tsx'
import { applySeed, removeSeed } from './seed.ts'

/** Time to load the first screen before the loading screen shows, in milliseconds. */
const LOADING_DELAY_MS = 250

/** Toast for an expired session. */
export function showExpired(t: Language['t'], expiry: Expiry): void {
  const text = t(`session.${expiry}`)
  showToast({ id: 'sessionExpiredToast', text, tone: 'bad' }, TOAST_MS.session)
}

/** Offers a reload where a part of the page cannot be loaded; the notice of a new version replaces it. */
function offerReload({ language }: Pick<Services, 'language'>): void {
  const { t } = language.store.getState()
  const action = { text: t('state.reload'), act: reloadPage }
  showToast({ id: 'update', text: t('state.incomplete'), tone: 'info', action }, DAY_MS)
}

/** The markup is a guest's: only a guest's first render matches it. */
const isMarkupOf = ({ vault }: Platform) => vault.read() === null

/** Creates the services; sends no request yet. `seed` is the state of the page's markup. */
export function prepare(platform: Platform, seed: PageSeed | null = null): Services {
  return createServices({
    platform,
    onExpired: showExpired,
    route: () => routePattern(location.pathname),
    seed: isMarkupOf(platform) ? seed : null,
  })
}

/** Starts the services and renders the screen of the current URL, from the markup of `seed` if any. */
export function start(services: Services, seed: PageSeed | null = null): Router {
  const isHydrating = seed !== null && isMarkupOf(services.platform)
  onMissingModule(() => offerReload(services))
  startSessionRestore(services)
  resetQueriesOnUserChange(services)
  refetchOwnVoteChanges(services)
  // Members see their own writes, which the cached page may lack.
  if (seed) applySeed(services.queries, seed, !isHydrating)
  const startLive = () => {
    // A wrong local clock would make the price of the markup look old.
    if (seed?.price) services.clock.sync(new Date(seed.now).toISOString())
    services.startSeconds()
    whenIdle(() => void startLiveUpdates(services))
    refetchOnNewPeriod(services)
  }
  // The first render must match the markup: nothing moves before it.
  if (!isHydrating) startLive()

  const router = createRouter(services)
  const container = document.getElementById('root')
  if (container) {
    const screen = (
      <StrictMode>
        <OnMount task={isHydrating ? startLive : null}>
          <ServicesProvider services={services} isHydrating={isHydrating} onReady={announceReady}>
            <QueryClientProvider client={services.queries}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </ServicesProvider>
        </OnMount>
      </StrictMode>
    )
    // Markup stays in sight until its screen has loaded.
    const limit = seed ? Number.POSITIVE_INFINITY : LOADING_DELAY_MS
    whenFirstScreenLoaded(router, limit, () => {
      // A transition lets the page answer while it hydrates.
      if (isHydrating) startTransition(() => void hydrateRoot(container, screen))
      else createRoot(container).render(screen)
    })
  }
  return router
}

/** Starts what no first view needs. */
export function startWhenIdle(services: Services, router: Router): void {
  whenIdle(() => {
    loadInBackground(() => import('./start-later.ts'), {
      onLoaded: ({ startLater }) => startLater(services, router),
    })
  })
}

/** Runs a task after the first render. A parent, because a sibling would change the ids of `useId`. */
function OnMount({ task, children }: { task: (() => void) | null; children: ReactNode }) {
  useEffect(() => {
    // The screen itself decides from here on; see app/early.
    delete document.documentElement.dataset.steps
    // The new second renders each age and countdown: after the effects of the first render.
    if (task) nextTask().then(task)
  }, [task])
  return children
}

function announceReady(): void {
  removeSeed()
  dispatchEvent(new Event(READY_EVENT))
}

/** Renders once the first screen is loaded, or after `limit` ms: a short load shows no flash. */
function whenFirstScreenLoaded(router: Router, limit: number, render: () => void): void {
  if (router.state.initialized) {
    render()
    return
  }
  const finish = () => {
    clearTimeout(timer)
    unsubscribe()
    render()
  }
  const timer = Number.isFinite(limit) ? setTimeout(finish, limit) : undefined
  const unsubscribe = router.subscribe(({ initialized }) => {
    if (initialized) finish()
  })
}
