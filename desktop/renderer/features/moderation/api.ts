import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import type { ReportBody } from '#shared/contract/moderation.ts'

export function useReport() {
  const { api } = useServices()
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: ReportBody) => dataOf(api.reports.post(body)),
  })
}

/** A page of the public log; pages count from 1. */
export function useModlog(page: number) {
  const { api } = useServices()
  return useQuery({
    queryKey: queryKeys.moderation.log(page),
    queryFn: () => dataOf(api.modlog.get({ query: { page } })),
    placeholderData: keepPreviousData,
  })
}

/** Acts against the signed-in user, newest first. */
export function useOwnActs(userId: number) {
  const { api, session } = useServices()
  return useQuery({
    queryKey: queryKeys.moderation.own(userId),
    queryFn: () => dataOf(api.profile.moderation.get()),
    enabled: () => session.isUser(userId),
  })
}

/** Appeals against an own act. */
export function useAppeal(actId: number) {
  const { api, queries } = useServices()
  return useMutation({
    networkMode: 'always',
    mutationFn: (text: string) =>
      dataOf(api.profile.moderation({ id: actId }).appeal.post({ text })),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.moderation.all }),
  })
}
