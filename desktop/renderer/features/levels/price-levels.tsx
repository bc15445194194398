import { useServices, useSession } from '#desktop/renderer/platform/services.ts'
import { AccountLevels } from './account-levels.tsx'
import { LocalLevels } from './local-levels.tsx'

/** The price levels of the signed-in user; of this computer for a guest of the app. */
export function PriceLevels() {
  const session = useSession()
  const { desktop } = useServices().platform
  if (session.status === 'user') return <AccountLevels userId={session.user.id} />
  return desktop && session.status === 'guest' ? <LocalLevels desktop={desktop} /> : null
}
