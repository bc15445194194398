import type { AccountStore } from '#api/accounts/store.ts'
import { preparePost } from '#api/content/prepare-content.ts'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { ReactionState, ReactionStore } from '#api/reactions/store.ts'
import type { ViewCounter } from '#api/views/view-counter.ts'
import type { BoardType, PostDetail, WritePostBody } from '#shared/contract/posts.ts'
import type { Reaction } from '#shared/contract/reactions.ts'
import { canEdit } from '#shared/rules/edit-window.ts'
import { ORDINARY_PRIORITY } from '#shared/rules/priority.ts'
import { type PostDetailRow, toPostDetail } from './post-row.ts'
import type { PostStore } from './store.ts'

export interface PostsParts {
  store: PostStore
  reactions: ReactionStore
  accounts: Pick<AccountStore, 'adminLevel'>
  views: ViewCounter
  sanitise: (html: string) => Promise<string>
  bus: AppEventBus
  clock: Clock
}

/** Why this user cannot change the text of a post now; null when they can. */
function whyTextIsFixed(row: PostDetailRow, userId: number, now: number): ApiError | null {
  if (row.user_id !== userId) return new ApiError('NOT_AUTHOR')
  return canEdit(row.created.getTime(), now) ? null : new ApiError('EDIT_WINDOW_CLOSED')
}

export type PostsService = ReturnType<typeof createPostsService>

/** The rules of the boards. Every method throws ApiError where a rule says no. */
export function createPostsService(parts: PostsParts) {
  const { store, accounts, bus, clock } = parts

  /** Notices are written by admins as the database knows them now, not as a token remembers. */
  const checkMayWrite = async (board: BoardType, userId: number, priority: number | undefined) => {
    if (board === 'notices') {
      if ((await accounts.adminLevel(userId)) <= 0) throw new ApiError('ADMIN_REQUIRED')
    } else if (priority !== undefined) {
      throw new ApiError('INVALID', { field: 'priority', message: 'Only notices have a priority.' })
    }
  }

  /** The post if this viewer (null = a guest) may read it: frees are for those who signed in. */
  const readable = async (
    board: BoardType,
    id: number,
    viewerId: number | null,
  ): Promise<PostDetailRow> => {
    if (board === 'frees' && viewerId === null) throw new ApiError('NOT_SIGNED_IN')
    const row = await store.detail(board, id, viewerId ?? 0)
    if (!row) throw new ApiError('NOT_FOUND')
    return row
  }

  return {
    /** Writes a post and answers its id. */
    async create(userId: number, board: BoardType, body: WritePostBody): Promise<number> {
      await checkMayWrite(board, userId, body.priority)
      const text = await preparePost(parts.sanitise, body.content)
      const priority = body.priority ?? ORDINARY_PRIORITY
      const id = await store.create({ ...text, board, userId, priority, now: clock.now() })
      bus.publish('post', { postId: id, board })
      return id
    },

    /**
     * Edits an own post within its hour. The priority of a notice may be set by any admin at any
     * time, with the text sent back as it is: an important notice must not stay on top for ever.
     */
    async edit(userId: number, board: BoardType, id: number, body: WritePostBody): Promise<void> {
      const row = await readable(board, id, userId)
      await checkMayWrite(board, userId, body.priority)
      const now = clock.now()
      const refusal = whyTextIsFixed(row, userId, now)
      if (refusal && body.priority === undefined) throw refusal
      const text = await preparePost(parts.sanitise, body.content)
      if (refusal && text.content !== row.content) throw refusal
      const updated = text.content === row.content ? null : now
      await store.edit({ id, ...text, priority: body.priority, updated })
      bus.publish('post', { postId: id, board })
    },

    /** A post as this viewer sees it. Looking counts as a view, but for the author. */
    async read(
      viewer: { userId: number | null; guest: string },
      board: BoardType,
      id: number,
    ): Promise<PostDetail> {
      const row = await readable(board, id, viewer.userId)
      if (row.user_id !== viewer.userId) {
        const who = viewer.userId === null ? `guest ${viewer.guest}` : `user ${viewer.userId}`
        parts.views.see('post', id, who)
      }
      return toPostDetail(row)
    },

    /** Toggles a reaction to a post. */
    async react(
      userId: number,
      board: BoardType,
      id: number,
      reaction: Reaction,
    ): Promise<ReactionState> {
      await readable(board, id, userId)
      const state = await parts.reactions.react(id, userId, reaction)
      bus.publish('reaction', { kind: 'post', id })
      return state
    },
  }
}
