import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'

/** A ranking: a season (`2026Q4`), `last-round` or `all`; null for the present season. */
export type RankingName = string | null

/** A page of a ranking, best first; pages count from 1. */
export function useRanking(season: RankingName, page: number) {
  const { api } = useServices()
  const query = season === null ? { page } : { page, season }
  return useQuery({
    queryKey: queryKeys.ranking.page(season, page),
    meta: { isPublic: true },
    queryFn: () => dataOf(api.ranking.get({ query })),
    placeholderData: keepPreviousData,
  })
}

/** The rank of the signed-in user; disabled for a guest. */
export function useOwnRank(userId: number | null, season: RankingName) {
  const { api, session } = useServices()
  const query = season === null ? {} : { season }
  return useQuery({
    queryKey: queryKeys.ranking.own(userId, season),
    queryFn: () => dataOf(api.ranking.me.get({ query })),
    enabled: () => session.isUser(userId),
  })
}
