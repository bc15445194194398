import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'

/** Another window or device changes the list, and there may be no stream that says so. */
const REFETCH_MS = 5 * MINUTE_MS

/** The price levels of the signed-in user, highest first; disabled without one. */
export function useAccountLevels(userId: number | null) {
  const { api, session, queries, live } = useServices()
  useEffect(() => {
    if (userId === null) return
    const filters = { queryKey: queryKeys.levels(userId) }
    // A fetch that is under way may have missed the change.
    const refetch = () => void queries.refetchQueries(filters)
    const stopChanges = live.onLevels(refetch)
    // A level that notified once is gone.
    const stopAlerts = live.onAlert(({ kind }) => {
      if (kind === 'level') refetch()
    })
    return () => {
      stopChanges()
      stopAlerts()
    }
  }, [userId, queries, live])
  return useQuery(
    queryOptions({
      queryKey: queryKeys.levels(userId),
      queryFn: () => dataOf(api.alerts.levels.get()),
      enabled: () => session.isUser(userId),
      staleTime: 0,
      refetchInterval: REFETCH_MS,
    }),
  )
}
