import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
} from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { withoutQuestion } from '#desktop/renderer/platform/reading-question.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import type { ApiClient } from '#desktop/shared/api-client.ts'
import { dataOf, isEditedElsewhere } from '#desktop/shared/api-failure.ts'
import type { UserName } from '#shared/contract/common.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import type { CreateReplyBody, RepliesQuery, Reply, ReplyPage } from '#shared/contract/replies.ts'
import type { ReadingQuestion } from '#shared/contract/votes.ts'
import type { ThreadPlace } from './thread-place.ts'

/** A thread as its routes name it. */
export type ThreadOf =
  | { target: 'vote'; id: number }
  | { target: 'post'; id: number; board: BoardType }

/** Position of a page. */
type Cursor = Pick<RepliesQuery, 'after' | 'before' | 'from'>
type Pages = InfiniteData<ReplyPage, Cursor>

/** `from` is the reply that the first page starts with. */
export interface ThreadOrder extends Pick<ThreadPlace, 'sort' | 'filter'> {
  from: number | null
}

function fetchPage(
  api: ApiClient,
  thread: ThreadOf,
  query: RepliesQuery,
  signal?: AbortSignal,
): Promise<ReplyPage | ReadingQuestion> {
  const options = { query, ...(signal && { fetch: { signal } }) }
  return thread.target === 'vote'
    ? dataOf(api.votes({ id: thread.id }).replies.get(options))
    : dataOf(api.posts({ boardType: thread.board })({ id: thread.id }).replies.get(options))
}

const queryOf = ({ sort, filter }: ThreadOrder): RepliesQuery => ({
  ...(sort !== 'oldest' && { sort }),
  ...(filter && { filter }),
})

const firstOf = ({ from }: ThreadOrder): Cursor => (from === null ? {} : { from })

/** Pages of a thread. Fails with READING_LOCKS instead of locking the reader's direction. */
export function useReplies(thread: ThreadOf, order: ThreadOrder) {
  const { api, session } = useServices()
  const readerId = useUser()?.id ?? null
  return useInfiniteQuery({
    queryKey: queryKeys.threads.page(thread, order, readerId),
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...queryOf(order), ...pageParam, lock: 'question' as const }
      return withoutQuestion(await fetchPage(api, thread, query, signal))
    },
    initialPageParam: firstOf(order),
    getNextPageParam: ({ next }) => (next === null ? undefined : { after: next }),
    getPreviousPageParam: ({ hasPrevious, replies }): Cursor | undefined => {
      const before = replies[0]?.id ?? order.from
      return hasPrevious && before !== null ? { before } : undefined
    },
    // No text of a reply is in HTML. After a logout nothing is fetched under the old reader's key.
    enabled: () => {
      if (typeof window === 'undefined') return false
      const state = session.state.getState()
      return readerId === (state.status === 'user' ? state.user.id : null)
    },
  })
}

/** Greater than every id, so that the page before it is the newest; the API takes up to 15 digits. */
const BEHIND_ALL = 999_999_999_999_999

/**
 * Fetches the newest page of an order by age, and caches it as the pages from its first reply on: those stay
 * where they are when replies are added. Resolves with its replies, none in an empty list.
 */
export function useNewestReplies(thread: ThreadOf, order: ThreadOrder) {
  const { api, queries } = useServices()
  const readerId = useUser()?.id ?? null
  return useMutation({
    mutationFn: async () => {
      const query = { ...queryOf(order), before: BEHIND_ALL, lock: 'question' as const }
      const page = withoutQuestion(await fetchPage(api, thread, query))
      const [first] = page.replies
      if (first) {
        const from = { ...order, from: first.id }
        const pages: Pages = { pages: [page], pageParams: [firstOf(from)] }
        queries.setQueryData(queryKeys.threads.page(thread, from, readerId), pages)
      }
      return page.replies
    },
  })
}

/** Reads a thread although that locks the reader's direction, and caches it. */
export function useReadAndLock(thread: ThreadOf, order: ThreadOrder) {
  const { api, queries } = useServices()
  const readerId = useUser()?.id ?? null
  return useMutation({
    mutationFn: async () =>
      withoutQuestion(await fetchPage(api, thread, { ...queryOf(order), ...firstOf(order) })),
    onSuccess: (page) => {
      const pages: Pages = { pages: [page], pageParams: [firstOf(order)] }
      queries.setQueryData(queryKeys.threads.page(thread, order, readerId), pages)
      refreshOwnVote(queries, thread)
    },
  })
}

/** The reader's direction may be locked now. */
function refreshOwnVote(queries: QueryClient, { target }: ThreadOf): void {
  if (target === 'vote') queries.invalidateQueries({ queryKey: queryKeys.votes.all })
}

/** Changes the cached pages wherever their thread is shown. */
export function patchPages(
  queries: QueryClient,
  thread: ThreadOf,
  change: (page: ReplyPage) => ReplyPage,
): void {
  queries.setQueriesData<Pages>(
    { queryKey: queryKeys.threads.of(thread) },
    (data) => data && { ...data, pages: data.pages.map(change) },
  )
}

/** Changes a cached reply wherever its thread is shown. */
function patchReply(
  queries: QueryClient,
  thread: ThreadOf,
  id: number,
  change: (reply: Reply) => Reply,
): void {
  patchPages(queries, thread, (page) => ({
    ...page,
    replies: page.replies.map((reply) => (reply.id === id ? change(reply) : reply)),
  }))
}

/** Authors of the cached replies of a thread, the newest first; some more than once. */
export function threadPeople(queries: QueryClient, thread: ThreadOf): UserName[] {
  return queries
    .getQueriesData<Pages>({ queryKey: queryKeys.threads.of(thread) })
    .flatMap(([, data]) => data?.pages.flatMap(({ replies }) => replies) ?? [])
    .sort((a, b) => b.id - a.id)
}

/** Writes a reply; the list that shows it fetches it. */
export function useCreateReply(thread: ThreadOf) {
  const { api, queries } = useServices()
  return useMutation({
    mutationFn: (body: CreateReplyBody) =>
      thread.target === 'vote'
        ? dataOf(api.votes({ id: thread.id }).replies.post(body))
        : dataOf(api.posts({ boardType: thread.board })({ id: thread.id }).replies.post(body)),
    onSuccess: () => {
      refreshOwnVote(queries, thread)
      const queryKey = queryKeys.threads.of(thread)
      return queries.invalidateQueries({ queryKey, refetchType: 'none' })
    },
  })
}

interface ReplyEdit {
  content: string
  /** When the copy that was edited had last changed. */
  seen: string
}

/** Changes the text of an own reply. Fails with EDITED_ELSEWHERE, and fetches it, if it was edited after `seen`. */
export function useUpdateReply(thread: ThreadOf, id: number) {
  const { api, queries } = useServices()
  return useMutation({
    mutationFn: ({ content, seen }: ReplyEdit) =>
      dataOf(api.replies({ id }).put({ content }, { query: { seen } })),
    onSuccess: ({ reply }) => patchReply(queries, thread, id, () => reply),
    onError: (error) => {
      if (!isEditedElsewhere(error)) return
      void queries.invalidateQueries({ queryKey: queryKeys.threads.of(thread) })
    },
  })
}

/** Removes the text of an own reply; its stub stays. */
export function useDeleteReply(thread: ThreadOf, id: number) {
  const { api, queries } = useServices()
  return useMutation({
    mutationFn: () => dataOf(api.replies({ id }).delete()),
    onSuccess: () => {
      patchReply(queries, thread, id, (reply) => ({ ...reply, state: 'deleted', content: '' }))
      return queries.invalidateQueries({ queryKey: queryKeys.threads.of(thread) })
    },
  })
}

/** Sends a reaction, and writes the counts of the answer to the cache. */
export function useReplyReaction(thread: ThreadOf, id: number) {
  const { api, queries } = useServices()
  return {
    send: (reaction: 'like' | 'dislike') => dataOf(api.replies({ id }).reaction.post({ reaction })),
    onReply: (counts: Pick<Reply, 'likes' | 'dislikes' | 'userReaction'>) => {
      const { likes, dislikes, userReaction } = counts
      patchReply(queries, thread, id, (reply) => ({ ...reply, likes, dislikes, userReaction }))
    },
  }
}
