import { useMutation } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import type { PriceLevel, PriceLevelBody } from '#shared/contract/alerts.ts'

/** The cached levels of a user, which a change alters before its reply. */
function useLevelCache(userId: number) {
  const { queries } = useServices()
  const queryKey = queryKeys.levels(userId)
  return {
    async update(change: (levels: PriceLevel[]) => PriceLevel[]) {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<PriceLevel[]>(queryKey)
      queries.setQueryData<PriceLevel[]>(queryKey, (levels) => levels && change(levels))
      return before
    },
    /** Offline nothing else would bring the levels back. */
    restore: (before: PriceLevel[] | undefined) => queries.setQueryData(queryKey, before),
    settle() {
      // Not awaited: offline it would hold back why the change failed.
      void queries.invalidateQueries({ queryKey })
    },
  }
}

/** Adds a level. Fails with ApiFailure. */
export function useAddLevel(userId: number) {
  const { api } = useServices()
  const cache = useLevelCache(userId)
  return useMutation({
    mutationFn: (body: PriceLevelBody) => dataOf(api.alerts.levels.post(body)),
    onSuccess: (added) =>
      cache.update((levels) => [...levels.filter(({ id }) => id !== added.id), added]),
    onSettled: cache.settle,
  })
}

interface Replacement {
  id: number
  body: PriceLevelBody
}

/** Replaces a level; it moves at once and returns on a failure. Fails with ApiFailure. */
export function useReplaceLevel(userId: number) {
  const { api } = useServices()
  const cache = useLevelCache(userId)
  return useMutation({
    mutationFn: ({ id, body }: Replacement) => dataOf(api.alerts.levels({ id }).put(body)),
    onMutate: ({ id, body: { price } }) =>
      cache.update((levels) => levels.map((one) => (one.id === id ? { ...one, price } : one))),
    onError: (_error, _replacement, before) => cache.restore(before),
    onSettled: cache.settle,
  })
}

/** Removes a level; it goes at once and comes back on a failure. Fails with ApiFailure. */
export function useRemoveLevel(userId: number) {
  const { api } = useServices()
  const cache = useLevelCache(userId)
  return useMutation({
    mutationFn: ({ id }: Pick<PriceLevel, 'id'>) => dataOf(api.alerts.levels({ id }).delete()),
    onMutate: ({ id }) => cache.update((levels) => levels.filter((one) => one.id !== id)),
    onError: (_error, _level, before) => cache.restore(before),
    onSettled: cache.settle,
  })
}
