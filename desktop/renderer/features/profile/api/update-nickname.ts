import { useMutation } from '@tanstack/react-query'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { profileQuery } from './profile.ts'

/**
 * Renames the user. The session takes over the token of the reply, so that every part of the page
 * says the new name at once. Fails with ApiFailure.
 */
export function useUpdateNickname(userId: number) {
  const services = useServices()
  const { api, session, queries } = services
  return useMutation({
    mutationFn: (nickname: string) =>
      session.call(() => api.profile['update-nickname'].post({ nickname })),
    onSuccess: ({ accessToken }, nickname) => {
      const { queryKey } = profileQuery(services, userId)
      queries.setQueryData(queryKey, (known) => known && { ...known, nickname })
      session.adoptAccess(accessToken)
      // The name stands in nearly every list.
      queries.invalidateQueries()
    },
  })
}
