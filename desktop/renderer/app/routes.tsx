import {
  createBrowserRouter,
  type LoaderFunction,
  type LoaderFunctionArgs,
  Navigate,
  Outlet,
  type RouteObject,
  replace,
} from 'react-router-dom'
import { loadModule } from '#desktop/renderer/platform/lazy-module.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import type { LegalDocument } from '#shared/i18n/legal/legal-text.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { ErrorScreen, LoadingScreen } from './fallbacks.tsx'
import { Layout } from './layout/layout.tsx'

/** Loader of the provider's redirect: continues to the return path, or shows how another attempt ended. */
function signInLoader(services: Services) {
  return async ({ request }: LoaderFunctionArgs) => {
    const { finishSignIn } = await import('#desktop/renderer/features/auth/finish-sign-in.ts')
    const result = await finishSignIn(services, new URL(request.url))
    return result.failure || result.kind !== 'signIn' ? result : replace(result.returnTo)
  }
}

const fallbacks = { errorElement: <ErrorScreen />, hydrateFallbackElement: <LoadingScreen /> }

interface RoutesOptions {
  /** Adds the screens that are windows of the desktop app. */
  hasWindows: boolean
  /** Loader of the provider's redirect. */
  onSignIn: LoaderFunction
  /** Called when a chunk is missing, because the build has changed. */
  reload: () => void
}

/**
 * Routes by path; an unknown path redirects home. Each screen is a chunk, which the server preloads
 * for the requested path: see build/route-parts.ts.
 */
export function createRoutes({ hasWindows, onSignIn, reload }: RoutesOptions): RouteObject[] {
  const lazy =
    <Module,>(load: () => Promise<Module>) =>
    () =>
      loadModule(load, reload)
  const legal = (load: () => Promise<LegalDocument>) =>
    lazy(async () => {
      const [{ LegalPage }, document] = await Promise.all([
        import('#desktop/renderer/features/legal/legal-page.tsx'),
        load(),
      ])
      return { element: <LegalPage document={document} /> }
    })
  const login = lazy(() => import('#desktop/renderer/features/auth/login-page.tsx'))

  const votes = [
    {
      path: PATHS.votes,
      lazy: lazy(() => import('#desktop/renderer/features/votes/list-page.tsx')),
    },
    {
      path: PATHS.voteWrite,
      lazy: lazy(() => import('#desktop/renderer/features/votes/write-page.tsx')),
    },
    {
      path: PATHS.voteEdit,
      lazy: lazy(() => import('#desktop/renderer/features/votes/edit-page.tsx')),
    },
    {
      path: PATHS.voteView,
      lazy: lazy(() => import('#desktop/renderer/features/votes/view-page.tsx')),
    },
  ]
  const boards = [
    {
      path: PATHS.board,
      lazy: lazy(() => import('#desktop/renderer/features/boards/list-page.tsx')),
    },
    {
      path: PATHS.boardWrite,
      lazy: lazy(() => import('#desktop/renderer/features/boards/write-page.tsx')),
    },
    {
      path: PATHS.boardEdit,
      lazy: lazy(() => import('#desktop/renderer/features/boards/edit-page.tsx')),
    },
    {
      path: PATHS.boardView,
      lazy: lazy(() => import('#desktop/renderer/features/boards/view-page.tsx')),
    },
  ]
  const screens = [
    {
      path: PATHS.home,
      lazy: lazy(() => import('#desktop/renderer/features/home/home-page.tsx')),
    },
    { path: PATHS.login, lazy: login },
    { path: PATHS.loginCallback, lazy: login, loader: onSignIn },
    {
      path: PATHS.profile,
      lazy: lazy(() => import('#desktop/renderer/features/profile/profile-page.tsx')),
    },
    {
      path: PATHS.account,
      lazy: lazy(() => import('#desktop/renderer/features/account/account-page.tsx')),
    },
    {
      path: PATHS.notifications,
      lazy: lazy(() => import('#desktop/renderer/features/notifications/list-page.tsx')),
    },
    {
      path: PATHS.alerts,
      lazy: lazy(() => import('#desktop/renderer/features/notifications/alerts-page.tsx')),
    },
    { lazy: lazy(() => import('./layout/votes-layout.tsx')), children: votes },
    {
      path: PATHS.desk,
      lazy: lazy(() => import('#desktop/renderer/features/desk/desk-page.tsx')),
    },
    {
      path: PATHS.rules,
      lazy: lazy(() => import('#desktop/renderer/features/rules/rules-page.tsx')),
    },
    {
      path: PATHS.status,
      lazy: lazy(() => import('#desktop/renderer/features/status/status-page.tsx')),
    },
    {
      path: PATHS.verify,
      lazy: lazy(() => import('#desktop/renderer/features/receipts/verify-page.tsx')),
    },
    {
      path: PATHS.rounds,
      lazy: lazy(() => import('#desktop/renderer/features/rounds/list-page.tsx')),
    },
    {
      path: PATHS.round,
      lazy: lazy(() => import('#desktop/renderer/features/rounds/round-page.tsx')),
    },
    {
      path: PATHS.ranking,
      lazy: lazy(() => import('#desktop/renderer/features/ranking/ranking-page.tsx')),
    },
    {
      path: PATHS.week,
      lazy: lazy(() => import('#desktop/renderer/features/week/week-page.tsx')),
    },
    {
      path: PATHS.user,
      lazy: lazy(() => import('#desktop/renderer/features/users/user-page.tsx')),
    },
    { path: PATHS.boards, element: <Navigate to={`${PATHS.boards}/frees`} replace /> },
    { element: <Outlet />, children: boards },
    {
      path: PATHS.search,
      lazy: lazy(() => import('#desktop/renderer/features/search/search-page.tsx')),
    },
    {
      path: PATHS.donation,
      lazy: lazy(() => import('#desktop/renderer/features/donation/donation-page.tsx')),
    },
    {
      path: PATHS.admin,
      lazy: lazy(() => import('#desktop/renderer/features/admin/overview-page.tsx')),
    },
    {
      path: PATHS.adminReports,
      lazy: lazy(() => import('#desktop/renderer/features/moderation/reports-page.tsx')),
    },
    {
      path: PATHS.modlog,
      lazy: lazy(() => import('#desktop/renderer/features/moderation/modlog-page.tsx')),
    },
    {
      path: PATHS.terms,
      lazy: legal(async () => (await import('#shared/i18n/legal/terms.ts')).terms),
    },
    {
      path: PATHS.privacy,
      lazy: legal(async () => (await import('#shared/i18n/legal/privacy.ts')).privacy),
    },
    { path: '*', element: <Navigate to={PATHS.home} replace /> },
  ]
  const windows = [
    {
      path: PATHS.mini,
      lazy: lazy(() => import('#desktop/renderer/features/mini/mini-ticker.tsx')),
      ...fallbacks,
    },
    {
      path: PATHS.voteWindow,
      lazy: lazy(() => import('#desktop/renderer/features/votes/vote-window.tsx')),
      ...fallbacks,
    },
    {
      path: PATHS.chart,
      lazy: lazy(() => import('#desktop/renderer/features/chart/chart-window.tsx')),
      ...fallbacks,
    },
    {
      path: PATHS.panel,
      lazy: lazy(() => import('#desktop/renderer/features/desk/panel-window.tsx')),
      ...fallbacks,
    },
  ]
  return [
    ...(hasWindows ? windows : []),
    {
      element: <Layout />,
      ...fallbacks,
      // A screen that throws keeps header and footer.
      children: [{ errorElement: <ErrorScreen />, children: screens }],
    },
  ]
}

/** Router of a window; only the desktop app has those beside the main one. */
export function createRouter(services: Services) {
  /** Loads the target of the navigation from the server. */
  const reload = () => {
    const next = router.state.navigation.location
    if (next) location.assign(router.createHref(next))
    else location.reload()
  }
  const hasWindows = services.platform.desktop !== null
  const onSignIn = signInLoader(services)
  const router = createBrowserRouter(createRoutes({ hasWindows, onSignIn, reload }))
  return router
}

export type Router = ReturnType<typeof createRouter>
