import type { Bus } from '#api/platform/bus/bus.ts'
import type { FindReply } from '#api/platform/http/answer-kept.ts'
import { type Kept, keep } from '#api/platform/http/kept.ts'
import { type PreparedReply, prepareReply } from '#api/platform/http/prepared-reply.ts'
import type { BoardType, PostList } from '#shared/contract/posts.ts'
import { toPostItem } from './post-row.ts'
import type { PostStore } from './store.ts'

/** What many read and few change is kept ready. */
export interface PostPages {
  /** The first page of each board. */
  first: Record<BoardType, FindReply>
  /** The newest posts of all boards. */
  recent: FindReply
  /** Any page, read anew. */
  list(board: BoardType, page: number): Promise<PreparedReply>
}

/** Keeps the first pages and the newest posts, rebuilt after whatever shows in them has changed. */
export function createPostPages(store: PostStore, bus: Bus): PostPages {
  const read = async (board: BoardType, page: number): Promise<PreparedReply> => {
    const { rows, pagination } = await store.page(board, page)
    const list: PostList = { posts: rows.map(toPostItem), pagination }
    return prepareReply(list)
  }
  const first: Record<BoardType, Kept<PreparedReply>> = {
    frees: keep(() => read('frees', 1)),
    notices: keep(() => read('notices', 1)),
    suggestions: keep(() => read('suggestions', 1)),
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
  bus.on('missed', allChanged)
  bus.on('reaction', ({ kind }) => kind === 'post' && firstChanged())
  bus.on('views', ({ posts }) => posts && firstChanged())
  return {
    first: {
      frees: first.frees.get,
      notices: first.notices.get,
      suggestions: first.suggestions.get,
    },
    recent: recent.get,
    list: read,
  }
}
