import { useNavigate } from 'react-router-dom'
import { removeSeenVotes } from '#desktop/renderer/features/own-votes/settled-votes.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'

/** Ends the session here and on the server, and goes home. */
export function useLogout(): () => void {
  const { api, session, analytics, platform } = useServices()
  const userId = useUser()?.id
  const navigate = useNavigate()
  return () => {
    const refreshToken = session.end()
    // This window has dropped its tokens, whatever the server replies.
    if (refreshToken) api.auth.logout.post({ refreshToken }).catch(() => {})
    if (userId !== undefined) removeSeenVotes(platform.preferences, userId)
    analytics.track('logout')
    navigate(PATHS.home)
  }
}
