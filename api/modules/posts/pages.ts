import type { AppEventBus } from '#api/events.ts'
import type { FindReply } from '#api/infrastructure/http/answer-kept.ts'
import { type Kept, keep } from '#api/infrastructure/http/kept.ts'
import { type PreparedReply, prepareReply } from '#api/infrastructure/http/prepared-reply.ts'
import type { BoardType, PostList } from '#shared/contract/posts.ts'
import { toPostItem } from './post-row.ts'
import type { PostStore } from './store.ts'

/** What many read and few change is kept ready. */
export interface PostPages {
  /** The first page of each board. */
  first: Record<BoardType, FindReply>
  /** The newest posts of all boards. */
  recent: FindReply
  /** Any page, read from the database. */
  list(board: BoardType, page: number): Promise<PreparedReply>
}

type Page = Awaited<ReturnType<PostStore['page']>>

/** Keeps the first pages and the newest posts, rebuilt after whatever shows in them has changed. */
export function createPostPages(store: PostStore, bus: AppEventBus): PostPages {
  const replyOf = ({ rows, pagination }: Page): PreparedReply => {
    const list: PostList = { posts: rows.map(toPostItem), pagination }
    return prepareReply(list)
  }
  const readFirst = async (board: BoardType) => replyOf(await store.page(board, 1))
  const first: Record<BoardType, Kept<PreparedReply>> = {
    frees: keep(() => readFirst('frees')),
    notices: keep(() => readFirst('notices')),
    suggestions: keep(() => readFirst('suggestions')),
  }
  const recent = keep(async () => prepareReply(await store.recent()))
  const firstChanged = () => {
    for (const kept of Object.values(first)) kept.markStale()
  }
  bus.on('post', ({ board }) => {
    first[board].markStale()
    recent.markStale()
  })
  const allChanged = () => {
    firstChanged()
    recent.markStale()
  }
  bus.on('nickname', allChanged)
  bus.onInvalidateAll(allChanged)
  bus.on('reaction', ({ kind }) => kind === 'post' && firstChanged())
  bus.on('views', ({ posts }) => posts && firstChanged())
  return {
    first: {
      frees: first.frees.get,
      notices: first.notices.get,
      suggestions: first.suggestions.get,
    },
    recent: recent.get,
    list: async (board, page) => replyOf(await store.page(board, page)),
  }
}
