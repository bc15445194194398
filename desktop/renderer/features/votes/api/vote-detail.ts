import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices, useUser } from '#desktop/renderer/platform/services.ts'

const voteQuery = ({ api, session }: Services, id: number, readerId: number | null) =>
  queryOptions({
    queryKey: queryKeys.votes.detail(id, readerId),
    queryFn: () => session.call(() => api.votes({ id }).get()),
    enabled: readerId !== null,
  })

/** A vote with all that its page shows; nothing is asked while nobody is signed in. */
export const useVote = (id: number) => {
  const user = useUser()
  return useQuery(voteQuery(useServices(), id, user?.id ?? null))
}

/** The same, asked for anew whenever a screen begins with it; `isFetchedAfterMount` tells that it is there. */
export const useFreshVote = (id: number) => {
  const user = useUser()
  return useQuery({
    ...voteQuery(useServices(), id, user?.id ?? null),
    refetchOnMount: 'always',
  })
}
