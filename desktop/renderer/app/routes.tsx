import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  Navigate,
  Outlet,
  replace,
} from 'react-router-dom'
import { loadPart } from '../platform/load-part.ts'
import type { Services } from '../platform/services.ts'
import { Booting } from './booting.tsx'
import { Crash } from './crash.tsx'
import { Layout } from './layout/layout.tsx'
import { PATHS } from './paths.ts'

/** Trades what the provider sent back for a session, and goes on; a failure stays to be told. */
function finishing(services: Services) {
  return async ({ request }: LoaderFunctionArgs) => {
    const { finishSignIn } = await import('../features/auth/api/finish-sign-in.ts')
    const outcome = await finishSignIn(services, new URL(request.url))
    return outcome.failure ? outcome : replace(outcome.returnTo)
  }
}

/** What is seen in place of a screen that is not there yet, or broke. */
const fallbacks = { errorElement: <Crash />, hydrateFallbackElement: <Booting /> }

/**
 * The screens by path; every path that has none leads home. Each is loaded when it is gone to, and
 * the server names in the page what its address needs: see build/route-parts.mjs.
 */
export function createRouter(services: Services) {
  /** A screen of a newer version is shown by loading its address anew. */
  const reload = () => {
    const next = router.state.navigation.location
    if (next) location.assign(router.createHref(next))
    else location.reload()
  }
  const lazy =
    <Part,>(load: () => Promise<Part>) =>
    () =>
      loadPart(load, reload)
  const login = lazy(() => import('../features/auth/login-screen.tsx'))

  const votes = [
    { path: PATHS.votes, lazy: lazy(() => import('../features/votes/list-screen.tsx')) },
    { path: PATHS.voteWrite, lazy: lazy(() => import('../features/votes/write-screen.tsx')) },
    { path: PATHS.voteEdit, lazy: lazy(() => import('../features/votes/edit-screen.tsx')) },
    { path: PATHS.voteView, lazy: lazy(() => import('../features/votes/view-screen.tsx')) },
  ]
  const boards = [
    { path: PATHS.board, lazy: lazy(() => import('../features/boards/list-screen.tsx')) },
    { path: PATHS.boardWrite, lazy: lazy(() => import('../features/boards/write-screen.tsx')) },
    { path: PATHS.boardEdit, lazy: lazy(() => import('../features/boards/edit-screen.tsx')) },
    { path: PATHS.boardView, lazy: lazy(() => import('../features/boards/view-screen.tsx')) },
  ]
  const screens = [
    { path: PATHS.home, lazy: lazy(() => import('../features/home/home-screen.tsx')) },
    { path: PATHS.login, lazy: login },
    { path: PATHS.loginCallback, lazy: login, loader: finishing(services) },
    { path: PATHS.profile, lazy: lazy(() => import('../features/profile/profile-screen.tsx')) },
    { lazy: lazy(() => import('./vote-frame.tsx')), children: votes },
    { path: PATHS.boards, element: <Navigate to={`${PATHS.boards}/frees`} replace /> },
    { element: <Outlet />, children: boards },
    { path: PATHS.donation, lazy: lazy(() => import('../features/donation/donation-screen.tsx')) },
    { path: PATHS.terms, lazy: lazy(() => import('../features/legal/terms-screen.tsx')) },
    { path: PATHS.privacy, lazy: lazy(() => import('../features/legal/privacy-screen.tsx')) },
    { path: '*', element: <Navigate to={PATHS.home} replace /> },
  ]
  const mini = { path: PATHS.mini, lazy: lazy(() => import('../features/mini/mini-screen.tsx')) }
  const router = createBrowserRouter([
    // A window of its own, without what the screens share; a browser has no such window.
    ...(services.platform.desktop ? [{ ...mini, ...fallbacks }] : []),
    {
      element: <Layout />,
      ...fallbacks,
      // A screen that breaks leaves the header and the footer where they are.
      children: [{ errorElement: <Crash />, children: screens }],
    },
  ])
  return router
}

export type Router = ReturnType<typeof createRouter>
