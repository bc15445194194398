import { useState } from 'react'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { SessionState } from '#desktop/renderer/platform/session.ts'
import { useStore } from '#desktop/renderer/platform/store.ts'

/**
 * Who came to this screen. A guest who signs in is a user from then on; a user whose session ends
 * meanwhile stays one, for what they are writing must not go with it.
 */
export function useArrival(): SessionState['status'] {
  const { status } = useStore(useServices().session.state)
  const [arrived, setArrived] = useState(status)
  const isNews = arrived !== status && arrived !== 'user'
  if (isNews) setArrived(status)
  return isNews ? status : arrived
}
