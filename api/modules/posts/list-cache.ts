import type { AppEventBus } from '#api/events.ts'
import { type Cached, cached } from '#api/infrastructure/cached.ts'
import { type PreparedReply, prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { FindReply } from '#api/infrastructure/response-cache.ts'
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
  store: Pick<PostStore, 'list' | 'recent' | 'forgetPositions'>,
  bus: AppEventBus,
): PostListCache {
  const list = async (board: BoardType, page: number) => prepareReply(await store.list(board, page))
  const first: Record<BoardType, Cached<PreparedReply>> = {
    frees: cached(() => list('frees', 1)),
    notices: cached(() => list('notices', 1)),
    suggestions: cached(() => list('suggestions', 1)),
  }
  const recent = cached(async () => prepareReply(await store.recent()))
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
  bus.on('moderation', ({ target, id }) => {
    if (target === 'vote') return
    // A ban may have hidden any post of its author.
    store.forgetPositions(target === 'post' ? id : 0)
    markAllStale()
  })
  bus.onInvalidateAll(() => {
    store.forgetPositions(0)
    markAllStale()
  })
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
