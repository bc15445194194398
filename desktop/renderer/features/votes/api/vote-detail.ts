import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Services, useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { VOTES_KEY } from './vote-keys.ts'

/** What may be read depends on who reads, so each reader has replies of their own. */
export const voteKey = (id: number, readerId: number | null) =>
  [...VOTES_KEY, 'detail', id, readerId] as const

const voteQuery = ({ api, session }: Services, id: number, readerId: number | null) =>
  queryOptions({
    queryKey: voteKey(id, readerId),
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
