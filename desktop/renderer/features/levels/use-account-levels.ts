import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'

/** Another device changes the list without a message of the stream. */
const REFETCH_MS = 5 * MINUTE_MS
/** Written and removed at once: only the event in the other windows counts. */
const CHANGE_KEY = 'levelsChanged'

/** Makes the other windows of this browser or app fetch the levels. */
export function publishLevels({ preferences }: Services['platform']): void {
  preferences.write(CHANGE_KEY, 'now')
  preferences.remove(CHANGE_KEY)
}

/** The price levels of the signed-in user, highest first; disabled without one. */
export function useAccountLevels(userId: number | null) {
  const { api, session, queries, live, platform } = useServices()
  useEffect(() => {
    if (userId === null) return
    const filters = { queryKey: queryKeys.levels(userId) }
    const refetch = () => void queries.refetchQueries(filters, { cancelRefetch: false })
    const stopChanges = platform.preferences.onExternalChange(CHANGE_KEY, refetch)
    // A level that notified once is gone.
    const stopAlerts = live.onAlert(({ kind }) => {
      if (kind === 'level') refetch()
    })
    return () => {
      stopChanges()
      stopAlerts()
    }
  }, [userId, queries, live, platform])
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
