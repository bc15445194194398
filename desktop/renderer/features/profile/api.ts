import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'

const profileQuery = ({ api, session }: Pick<Services, 'api' | 'session'>, userId: number) =>
  queryOptions({
    queryKey: queryKeys.profile(userId),
    queryFn: () => dataOf(api.profile.get()),
    enabled: () => session.isUser(userId),
    staleTime: 0,
  })

/** The user's own profile. */
export const useProfile = (userId: number) => useQuery(profileQuery(useServices(), userId))

/**
 * Renames the user; the reply's access token carries the new name to the whole page. Fails with
 * ApiFailure.
 */
export function useUpdateNickname(userId: number) {
  const services = useServices()
  const { api, session, queries } = services
  return useMutation({
    mutationFn: (nickname: string) => dataOf(api.profile['update-nickname'].post({ nickname })),
    onSuccess: ({ accessToken }, nickname) => {
      const { queryKey } = profileQuery(services, userId)
      queries.setQueryData(queryKey, (profile) => profile && { ...profile, nickname })
      session.adoptAccess(accessToken)
      // Nearly every list shows the name.
      queries.invalidateQueries()
    },
  })
}
