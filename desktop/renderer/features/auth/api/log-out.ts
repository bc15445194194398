import { useNavigate } from 'react-router-dom'
import { useServices } from '#desktop/renderer/platform/services.ts'

/** Signs out here at once, tells the server, and goes home. */
export function useLogout(): () => void {
  const { api, session, analytics } = useServices()
  const navigate = useNavigate()
  return () => {
    const refreshToken = session.end()
    // Whatever the server says, this window has forgotten the tokens.
    if (refreshToken) api.auth.logout.post({ refreshToken }).catch(() => {})
    analytics.track('logout')
    navigate('/')
  }
}
