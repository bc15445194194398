import { createBrowserRouter, Navigate, replace, useLoaderData } from 'react-router-dom'
import { finishSignIn, type SignInOutcome } from '../features/auth/api/finish-sign-in.ts'
import { LoginPage } from '../features/auth/ui/login-page.tsx'
import { HomePage } from '../features/home/ui/home-page.tsx'
import type { Services } from '../platform/services.ts'
import { Booting } from './booting.tsx'
import { Crash } from './crash.tsx'
import { Layout } from './layout/layout.tsx'
import { PATHS } from './paths.ts'

/** The end of a sign-in that did not succeed: the login screen says why. */
function FailedSignIn() {
  const { failure, returnTo } = useLoaderData<SignInOutcome>()
  return <LoginPage failure={failure} returnTo={returnTo} />
}

/** The screens by path; every path that has none leads home. */
export function createRouter(services: Services) {
  return createBrowserRouter([
    {
      element: <Layout />,
      errorElement: <Crash />,
      hydrateFallbackElement: <Booting />,
      children: [
        { path: PATHS.home, element: <HomePage /> },
        { path: PATHS.login, element: <LoginPage /> },
        {
          path: PATHS.loginCallback,
          element: <FailedSignIn />,
          loader: async ({ request }) => {
            const outcome = await finishSignIn(services, new URL(request.url))
            return outcome.failure ? outcome : replace(outcome.returnTo)
          },
        },
        { path: '*', element: <Navigate to={PATHS.home} replace /> },
      ],
    },
  ])
}
