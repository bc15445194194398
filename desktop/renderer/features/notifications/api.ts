import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import type {
  NotificationSettings,
  NotificationSettingsBody,
} from '#shared/contract/notifications.ts'

const REFETCH_MS = 5 * 60_000

/** Options that all queries of a person share: none is sent without a session. */
function useOwn(userId: number) {
  const { api, session } = useServices()
  return { api, session, enabled: () => session.isUser(userId) }
}

/** The number of new notifications; refetched every few minutes, and by `useBellUpdates`. */
export function useUnseen(userId: number) {
  const { api, enabled } = useOwn(userId)
  return useQuery(
    queryOptions({
      queryKey: queryKeys.notifications.unseen(userId),
      queryFn: () => dataOf(api.notifications.unseen.get()),
      enabled,
      refetchInterval: REFETCH_MS,
    }),
  )
}

/** The newest notifications. */
export function useNotifications(userId: number) {
  const { api, enabled } = useOwn(userId)
  return useQuery(
    queryOptions({
      queryKey: queryKeys.notifications.list(userId),
      queryFn: () => dataOf(api.notifications.get()),
      enabled,
      staleTime: 0,
    }),
  )
}

/** Marks everything up to an id as seen. */
export function useMarkSeen(userId: number) {
  const { api, queries } = useServices()
  return useMutation({
    mutationFn: (id: number) => dataOf(api.notifications.seen.post({ id })),
    onSuccess: () => queries.setQueryData(queryKeys.notifications.unseen(userId), { unseen: 0 }),
  })
}

/** The switches of the kinds, the server's key, and the devices. */
export function useAlertSettings(userId: number) {
  const { api, enabled } = useOwn(userId)
  return useQuery(
    queryOptions({
      queryKey: queryKeys.notifications.settings(userId),
      queryFn: () => dataOf(api.notifications.settings.get()),
      enabled,
      staleTime: 0,
    }),
  )
}

/** Settings after a change; what is absent stays as it is. */
function withSettings(old: NotificationSettings, body: NotificationSettingsBody) {
  const { settled, closing, season, opened, flip, reply, mention, ...later } = body
  const { kinds: now } = old
  const kinds = {
    settled: settled ?? now.settled,
    closing: closing ?? now.closing,
    season: season ?? now.season,
    opened: opened ?? now.opened,
    flip: flip ?? now.flip,
    reply: reply ?? now.reply,
    mention: mention ?? now.mention,
  }
  return { ...old, ...later, kinds }
}

/** Saves changed switches; they change at once and change back on a failure. Fails with ApiFailure. */
export function useSaveAlerts(userId: number) {
  const { api, queries } = useServices()
  const queryKey = queryKeys.notifications.settings(userId)
  const mutationKey = ['save', ...queryKey]
  return useMutation({
    mutationKey,
    // One after another, so that the last change of a switch arrives last.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (body: NotificationSettingsBody) => dataOf(api.notifications.settings.put(body)),
    onMutate: async (body) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<NotificationSettings>(queryKey)
      queries.setQueryData(queryKey, before && withSettings(before, body))
      return before
    },
    // Offline nothing else would bring the switch back.
    onError: (_error, _body, before) => queries.setQueryData(queryKey, before),
    onSettled: () => {
      // Not awaited: offline it would hold back why the save failed.
      if (queries.isMutating({ mutationKey }) === 1) void queries.invalidateQueries({ queryKey })
    },
  })
}

/** Sends a test of the alerts. Fails with ApiFailure. */
export function useSendTest(userId: number) {
  const { api, queries } = useServices()
  return useMutation({
    mutationFn: () => dataOf(api.notifications.test.post({})),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.notifications.all(userId) }),
  })
}

/** Removes a device. Fails with ApiFailure. */
export function useRemoveDevice(userId: number) {
  const { api, queries } = useServices()
  return useMutation({
    mutationFn: (id: number) => dataOf(api.notifications.devices({ id }).delete()),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: queryKeys.notifications.settings(userId) }),
  })
}
