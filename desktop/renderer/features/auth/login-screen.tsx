import { useLoaderData } from 'react-router-dom'
import type { SignInOutcome } from './api/finish-sign-in.ts'
import { LoginPage } from './ui/login-page.tsx'

/** The login screen; after a sign-in that did not succeed it says why. */
export function Component() {
  const outcome = useLoaderData<SignInOutcome | undefined>()
  return <LoginPage failure={outcome?.failure ?? null} returnTo={outcome?.returnTo} />
}
