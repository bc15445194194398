import { useNavigate } from 'react-router-dom'
import { endSubscription } from '#desktop/renderer/features/notifications/subscription.ts'
import { removeSeenVotes } from '#desktop/renderer/features/own-votes/settled-votes.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'

/** Ends the session here and on the server, and goes home. */
export function useLogout(): () => void {
  const { session, logouts, analytics, platform } = useServices()
  const userId = useUser()?.id
  const navigate = useNavigate()
  return () => {
    const refreshToken = session.end()
    if (refreshToken) logouts.enqueue(refreshToken)
    // The server may not know of the end yet. The next sign-in of whoever turned them on subscribes again.
    if (!platform.desktop) endSubscription().catch((error: unknown) => console.warn(error))
    if (userId !== undefined) removeSeenVotes(platform.preferences, userId)
    analytics.track('logout')
    navigate(PATHS.home)
  }
}
