import { useStore } from 'zustand'
import { useProfile } from '#desktop/renderer/features/profile/api.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'

/** No user has this id, so a guest has no profile to load. */
const GUEST = 0

/** End of the signed-in user's mute (epoch ms); null while the user may write. */
export function useMute(): number | null {
  const { seconds, clock } = useServices()
  const { data: profile } = useProfile(useUser()?.id ?? GUEST)
  const until = profile?.mutedUntil ? Date.parse(profile.mutedUntil) : 0
  return useStore(seconds, () => until > clock.now()) ? until : null
}
