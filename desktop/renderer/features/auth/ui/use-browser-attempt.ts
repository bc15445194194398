import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import type { SignInFailure, SignInInBrowser } from '#desktop/renderer/platform/sign-in-way.ts'

interface BrowserAttemptParts {
  way: SignInInBrowser
  /** The path to show after the sign-in. */
  returnTo: string
  onFailure: (failure: SignInFailure | null) => void
}

/** An attempt to sign in in the system browser: begun, begun again, given up. */
export function useBrowserAttempt({ way, returnTo, onFailure }: BrowserAttemptParts) {
  const { locale } = useLanguage()
  const { session, analytics } = useServices()
  const navigate = useNavigate()
  const [isWaiting, setWaiting] = useState(false)
  /** The attempt that is waited for; what an older one comes to is of no interest. */
  const attempt = useRef(0)

  useEffect(
    () => () => {
      // Who is signed in leaves because the attempt has succeeded; who is not has gone elsewhere.
      if (attempt.current === 0 || session.state.getState().status === 'user') return
      attempt.current = 0
      way.cancel()
    },
    [way, session],
  )

  const begin = async () => {
    attempt.current += 1
    const own = attempt.current
    onFailure(null)
    setWaiting(true)
    const outcome = await way.begin(locale)
    if (own !== attempt.current) return
    attempt.current = 0
    setWaiting(false)
    if (outcome !== 'signedIn') return onFailure(outcome)
    analytics.track('login')
    navigate(returnTo, { replace: true })
  }

  return { isWaiting, begin, cancel: () => way.cancel() }
}
