import type { AppEventBus } from '#api/events.ts'
import type { FindReply } from '#api/infrastructure/http/answer-kept.ts'
import { type Kept, keep } from '#api/infrastructure/http/kept.ts'
import { type PreparedReply, prepareReply } from '#api/infrastructure/http/prepared-reply.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import type { PostStore } from './store.ts'

export interface PostListCache {
  /** The first page of each board. */
  first: Record<BoardType, FindReply>
  /** The newest posts of all boards. */
  recent: FindReply
  /** Any page, read from the database. */
  list(board: BoardType, page: number): Promise<PreparedReply>
}

/** Caches the first pages and the newest posts; events that change them mark them stale. */
export function createPostListCache(
  store: Pick<PostStore, 'list' | 'recent'>,
  bus: AppEventBus,
): PostListCache {
  const list = async (board: BoardType, page: number) => prepareReply(await store.list(board, page))
  const first: Record<BoardType, Kept<PreparedReply>> = {
    frees: keep(() => list('frees', 1)),
    notices: keep(() => list('notices', 1)),
    suggestions: keep(() => list('suggestions', 1)),
  }
  const recent = keep(async () => prepareReply(await store.recent()))
  const markFirstStale = () => {
    for (const page of Object.values(first)) page.markStale()
  }
  const markAllStale = () => {
    markFirstStale()
    recent.markStale()
  }
  bus.on('post', ({ board }) => {
    first[board].markStale()
    recent.markStale()
  })
  bus.on('nickname', markAllStale)
  bus.onInvalidateAll(markAllStale)
  bus.on('reaction', ({ kind }) => kind === 'post' && markFirstStale())
  bus.on('views', ({ posts }) => posts && markFirstStale())
  return {
    first: {
      frees: first.frees.get,
      notices: first.notices.get,
      suggestions: first.suggestions.get,
    },
    recent: recent.get,
    list,
  }
}
