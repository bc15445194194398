import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import type { PriceLevel, PriceLevelBody } from '#shared/contract/alerts.ts'

/** The price levels of the signed-in user, highest first. */
export function useAccountLevels(userId: number) {
  const { api, session } = useServices()
  return useQuery(
    queryOptions({
      queryKey: queryKeys.levels(userId),
      queryFn: () => dataOf(api.alerts.levels.get()),
      enabled: () => session.isUser(userId),
      staleTime: 0,
    }),
  )
}

/** Adds a level. Fails with ApiFailure. */
export function useAddLevel(userId: number) {
  const { api, queries } = useServices()
  return useMutation({
    mutationFn: (body: PriceLevelBody) => dataOf(api.alerts.levels.post(body)),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.levels(userId) }),
  })
}

/** Removes a level; it goes at once and comes back on a failure. Fails with ApiFailure. */
export function useRemoveLevel(userId: number) {
  const { api, queries } = useServices()
  const queryKey = queryKeys.levels(userId)
  return useMutation({
    mutationFn: ({ id }: PriceLevel) => dataOf(api.alerts.levels({ id }).delete()),
    onMutate: ({ id }) =>
      queries.setQueryData<PriceLevel[]>(queryKey, (old) => old?.filter((one) => one.id !== id)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
