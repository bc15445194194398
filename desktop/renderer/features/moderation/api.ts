import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import type { ActBody, ReportBody } from '#shared/contract/moderation.ts'

export function useReport() {
  const { api } = useServices()
  return useMutation({
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
    mutationFn: (text: string) =>
      dataOf(api.profile.moderation({ id: actId }).appeal.post({ text })),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.moderation.all }),
  })
}

export type CaseState = 'open' | 'closed'

/** Interval at which the open cases and appeals are refetched, ms: reports have no live event. */
const REFETCH_MS = 30_000

/** A page of the reported texts and names; pages count from 1. */
export function useCases(state: CaseState, page: number) {
  const { api, session } = useServices()
  const userId = useUser()?.id ?? null
  return useQuery({
    queryKey: queryKeys.moderation.cases(state, page),
    queryFn: () => dataOf(api.moderation.cases.get({ query: { state, page } })),
    enabled: () => session.isUser(userId),
    placeholderData: (previous, query) => (query?.queryKey[2] === state ? previous : undefined),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  })
}

/** A case with its reports. */
export function useCase(id: number) {
  const { api, session } = useServices()
  const userId = useUser()?.id ?? null
  return useQuery({
    queryKey: queryKeys.moderation.case(id),
    queryFn: () => dataOf(api.moderation.cases({ id }).get()),
    enabled: () => session.isUser(userId),
    staleTime: 0,
  })
}

/** Appeals that await a decision. */
export function useOpenAppeals() {
  const { api, session } = useServices()
  const userId = useUser()?.id ?? null
  return useQuery({
    queryKey: queryKeys.moderation.appeals,
    queryFn: () => dataOf(api.moderation.appeals.get()),
    enabled: () => session.isUser(userId),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  })
}

/** Called with the outcome of a decision, also after its form has gone away with its case. */
interface DecisionCallbacks<Body> {
  onSaved: (body: Body) => void
  onFailed: (error: Error, body: Body) => void
}

/** Performs an act of a moderator. Fails with CASE_CLOSED or STILL_HIDDEN when others or reports were faster. */
export function useAct({ onSaved, onFailed }: DecisionCallbacks<ActBody>) {
  const { api, queries } = useServices()
  return useMutation({
    mutationFn: (body: ActBody) => dataOf(api.moderation.acts.post(body)),
    onSuccess: (_, body) => {
      onSaved(body)
      // Everything: lists, posts and notes show what the act changed.
      return queries.invalidateQueries()
    },
    onError: onFailed,
  })
}

interface AppealDecision {
  granted: boolean
  answer: string
}

export function useDecideAppeal(
  actId: number,
  { onSaved, onFailed }: DecisionCallbacks<AppealDecision>,
) {
  const { api, queries } = useServices()
  return useMutation({
    mutationFn: (body: AppealDecision) => dataOf(api.moderation.appeals({ id: actId }).post(body)),
    onSuccess: (_, body) => onSaved(body),
    onError: onFailed,
    onSettled: () => queries.invalidateQueries(),
  })
}
