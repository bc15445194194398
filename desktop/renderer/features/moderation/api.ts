import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { ReportBody } from '#shared/contract/moderation.ts'

export function useReport() {
  const { api, session } = useServices()
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: ReportBody) => session.call(() => api.reports.post(body)),
  })
}

/** A page of the public log; pages count from 1. */
export function useModlog(page: number) {
  const { api, session } = useServices()
  return useQuery({
    queryKey: queryKeys.moderation.log(page),
    queryFn: () => session.call(() => api.modlog.get({ query: { page } })),
    placeholderData: keepPreviousData,
  })
}

/** Acts against the signed-in user, newest first. */
export function useOwnActs(userId: number) {
  const { api, session } = useServices()
  return useQuery({
    queryKey: queryKeys.moderation.own(userId),
    queryFn: () => session.call(() => api.profile.moderation.get()),
    enabled: () => session.isUser(userId),
  })
}

/** Appeals against an own act. */
export function useAppeal(actId: number) {
  const { api, session, queries } = useServices()
  return useMutation({
    networkMode: 'always',
    mutationFn: (text: string) =>
      session.call(() => api.profile.moderation({ id: actId }).appeal.post({ text })),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.moderation.all }),
  })
}
