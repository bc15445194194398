import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { storeReceipt } from '#desktop/renderer/features/receipts/storage.ts'
import { publishOwnVoteChange } from '#desktop/renderer/platform/own-vote-changes.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { withoutQuestion } from '#desktop/renderer/platform/reading-question.ts'
import { type Services, useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import type { RoundDetail } from '#shared/contract/rounds.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import type { ListPlace } from './list-filter.ts'

/** Interval at which shown offers are refetched, ms: they follow the price. */
const OFFER_REFETCH_MS = 15_000
/** The same while there is no live price, ms. */
const UNPRICED_REFETCH_MS = 5_000

/** One page of votes, newest first. The own votes wait for a signed-in reader. */
export function useVoteList({ filter, page }: ListPlace) {
  const { api, session } = useServices()
  const readerId = useUser()?.id ?? null
  const isOwn = filter === 'mine'
  const query = filter === 'all' ? { page } : { filter, page }
  return useQuery({
    queryKey: queryKeys.votes.list(filter, page, isOwn ? readerId : null),
    queryFn: () => dataOf(api.votes.get({ query })),
    enabled: () => !isOwn || session.isUser(readerId),
    // Shows the previous page while the next one loads.
    placeholderData: keepPreviousData,
  })
}

function voteQuery({ api, session }: Services, id: number, readerId: number | null) {
  return queryOptions({
    queryKey: queryKeys.votes.detail(id, readerId),
    queryFn: async () =>
      withoutQuestion(await dataOf(api.votes({ id }).get({ query: { lock: 'question' } }))),
    enabled: () => session.isUser(readerId),
  })
}

/**
 * A vote with its details; disabled for guests. Fails with READING_LOCKS instead of locking the
 * reader's direction.
 */
export function useVote(id: number) {
  const user = useUser()
  return useQuery(voteQuery(useServices(), id, user?.id ?? null))
}

/** Returns a function that fetches a vote again, into the cache too. It rejects with ApiFailure. */
export function useRefetchVote(id: number) {
  const services = useServices()
  const readerId = useUser()?.id ?? null
  return () => services.queries.fetchQuery({ ...voteQuery(services, id, readerId), staleTime: 0 })
}

/** A vote as the public lists show it, for readers who may not open it. */
export function useVoteItem(id: number) {
  const { api } = useServices()
  return useQuery({
    queryKey: queryKeys.votes.item(id),
    queryFn: () => dataOf(api.votes({ id }).item.get()),
  })
}

/** A vote refetched on mount; it is fresh once `isFetchedAfterMount` is true without an error. */
export function useFreshVote(id: number) {
  const user = useUser()
  return useQuery({
    ...voteQuery(useServices(), id, user?.id ?? null),
    refetchOnMount: 'always',
  })
}

/** Reads a vote although that locks the reader's direction, and caches it. */
export function useReadAndLock(id: number) {
  const { api, queries } = useServices()
  const readerId = useUser()?.id ?? null
  return useMutation({
    mutationFn: async () => withoutQuestion(await dataOf(api.votes({ id }).get())),
    onSuccess: (vote) => queries.setQueryData(queryKeys.votes.detail(id, readerId), vote),
  })
}

/** The round of a target (ISO 8601, UTC): its status, evidence and current offers. */
export function roundQuery({ api }: Services, targetDate: string) {
  return queryOptions({
    queryKey: queryKeys.votes.round(targetDate),
    queryFn: () => dataOf(api.rounds({ targetDate }).get()),
  })
}

/**
 * A round; disabled without a target. An unsettled one is refetched each minute: votes and prices come without an
 * event.
 */
export function useRound(targetDate: string | null) {
  const services = useServices()
  return useQuery({
    ...roundQuery(services, targetDate ?? ''),
    enabled: targetDate !== null,
    refetchInterval: ({ state: { data } }) => data?.settledAt === null && MINUTE_MS,
  })
}

const withoutPrice = (round: RoundDetail): RoundDetail => ({
  ...round,
  priced: false,
  offers: null,
  chances: null,
  chancesByVersion: null,
})

/** A round; its offers are refetched as the price moves, and withheld once two refetches have failed. */
export function usePricedRound(targetDate: string | null): { data: RoundDetail | undefined } {
  const services = useServices()
  const { data, isError, dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...roundQuery(services, targetDate ?? ''),
    enabled: targetDate !== null,
    staleTime: OFFER_REFETCH_MS / 2,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'live' && !data.priced ? UNPRICED_REFETCH_MS : OFFER_REFETCH_MS,
    refetchOnWindowFocus: 'always',
  })
  const isOutdated = isError && errorUpdatedAt - dataUpdatedAt > 1.5 * OFFER_REFETCH_MS
  return { data: data && isOutdated ? withoutPrice(data) : data }
}

interface VoteBody {
  vote: VoteChoice
  /** HTML; '' without a note. */
  content: string
}

interface NewVote extends VoteBody {
  /** Target of the intended round, ISO 8601, UTC. */
  targetDate: string
  /** Saves a direction even without a live price, for no points; else that fails with NO_FRESH_PRICE. */
  isUnpricedFine: boolean
}

/** The reply has the accepted offer and an access token that includes the vote. */
export function useCreateVote() {
  const { api, platform } = useServices()
  const userId = useUser()?.id
  return useMutation({
    mutationFn: ({ isUnpricedFine, ...body }: NewVote) =>
      // The reply of an earlier try may have been lost.
      dataOf(
        api.votes.post(body, {
          query: { repeated: 'stored', ...(!isUnpricedFine && { unpriced: 'ask' }) },
        }),
      ),
    onSuccess: ({ receipt }) => {
      if (userId !== undefined) storeReceipt(platform.preferences, userId, receipt)
    },
  })
}

interface VoteEdit extends VoteBody {
  /** When the copy that was edited had last changed. */
  seen: string
}

/** Fails with EDITED_ELSEWHERE when the vote was edited after `seen`. */
export function useUpdateVote(id: number) {
  const { api, platform } = useServices()
  const userId = useUser()?.id
  return useMutation({
    mutationFn: ({ seen, ...body }: VoteEdit) =>
      dataOf(api.votes({ id }).put(body, { query: { seen } })),
    onSuccess: ({ receipt }) => {
      if (receipt && userId !== undefined) storeReceipt(platform.preferences, userId, receipt)
    },
  })
}

/** After a write: refetches what shows votes and rounds, marks the rest stale, notifies other windows. */
export async function refreshVotes({ queries }: Pick<Services, 'queries'>): Promise<void> {
  publishOwnVoteChange()
  await queries.invalidateQueries({ refetchType: 'none' })
  await Promise.all([
    queries.invalidateQueries({ queryKey: queryKeys.votes.all }),
    queries.invalidateQueries({ queryKey: queryKeys.summary }),
  ])
}
