import { useNavigate } from 'react-router-dom'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'

/** Ends the session here and on the server, and goes home. */
export function useLogout(): () => void {
  const { api, session, analytics } = useServices()
  const navigate = useNavigate()
  return () => {
    const refreshToken = session.end()
    // This window has dropped its tokens, whatever the server replies.
    if (refreshToken) api.auth.logout.post({ refreshToken }).catch(() => {})
    analytics.track('logout')
    navigate(PATHS.home)
  }
}
