import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { AccountStore } from '#api/modules/account/account-store.ts'
import type { Mutes } from '#api/modules/account/mutes.ts'
import { preparePost } from '#api/modules/content/prepare-content.ts'
import type { ReactionState, ReactionStore } from '#api/modules/content/reactions/store.ts'
import { sanitize } from '#api/modules/content/sanitize.ts'
import type { ViewCounter } from '#api/modules/content/views/view-counter.ts'
import type { BoardType, PostDetail, WritePostBody } from '#shared/contract/posts.ts'
import type { Reaction } from '#shared/contract/reactions.ts'
import { canEdit, EDIT_WINDOW_MS } from '#shared/rules/edit-window.ts'
import { ORDINARY_PRIORITY } from '#shared/rules/priority.ts'
import type { PostRow, PostStore } from './store.ts'

export interface PostsDeps {
  store: Pick<PostStore, 'find' | 'insert' | 'update' | 'boardOf'>
  reactions: ReactionStore
  accounts: Pick<AccountStore, 'adminLevel'>
  mutes: Mutes
  views: Pick<ViewCounter, 'add'>
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
}

/** `guest` identifies a viewer without an account, for counting views; null counts none. */
export interface PostViewer {
  userId: number | null
  guest: string | null
}

/** A post that its author or an admin edits; `seen` is null from older clients. */
interface EditedPost {
  board: BoardType
  id: number
  seen: number | null
}

function toPostDetail(post: PostRow): PostDetail {
  return {
    id: post.id,
    uid: post.userId,
    title: post.title,
    uniqueCode: post.user.uniqueCode,
    nickname: post.user.nickname,
    created: post.created.toISOString(),
    updated: post.updated?.toISOString() ?? null,
    views: post.views,
    likes: post.likes,
    priority: post.priority,
    boardType: post.board,
    content: post.content,
    dislikes: post.dislikes,
    userReaction: post.reactions[0]?.kind ?? null,
    hidden: post.hiddenAt !== null,
    editableUntil: new Date(post.created.getTime() + EDIT_WINDOW_MS).toISOString(),
  }
}

/** The error for a change of the text by `userId` at `now`; null when it is allowed. */
function textEditError(post: PostRow, userId: number, now: number): ApiError | null {
  if (post.userId !== userId) return new ApiError('NOT_AUTHOR')
  return canEdit(post.created.getTime(), now) ? null : new ApiError('EDIT_WINDOW_CLOSED')
}

export type PostsService = ReturnType<typeof createPostsService>

/** The rules of the boards. Methods throw an ApiError when a rule forbids the call. */
export function createPostsService(deps: PostsDeps) {
  const { store, reactions, accounts, mutes, views, bus, clock } = deps

  /** The admin level comes from the database: an access token may be ten minutes old. */
  const checkMayWrite = async (board: BoardType, userId: number, priority: number | undefined) => {
    if (board === 'notices') {
      if ((await accounts.adminLevel(userId)) <= 0) throw new ApiError('ADMIN_REQUIRED')
    } else if (priority !== undefined) {
      throw new ApiError('INVALID', { field: 'priority', message: 'Only notices have a priority.' })
    }
  }

  /** Guests (`viewerId` null) may read notices and suggestions only. */
  const findReadable = async (
    board: BoardType,
    id: number,
    viewerId: number | null,
  ): Promise<PostRow> => {
    if (board === 'frees' && viewerId === null) throw new ApiError('NOT_SIGNED_IN')
    const post = await store.find(board, id, viewerId ?? 0)
    if (!post) throw new ApiError('NOT_FOUND')
    const isHiddenFrom = post.hiddenAt !== null && post.userId !== viewerId
    if (isHiddenFrom && (viewerId === null || (await accounts.adminLevel(viewerId)) <= 0)) {
      throw new ApiError('HIDDEN')
    }
    return post
  }

  return {
    /**
     * Throws unless the user (null for a guest) may read a post.
     * @returns whether moderators hide it
     */
    async check(userId: number | null, board: BoardType, id: number): Promise<boolean> {
      return (await findReadable(board, id, userId)).hiddenAt !== null
    },

    /** The board of a post; null without one. */
    boardOf: (id: number): Promise<BoardType | null> => store.boardOf(id),

    /** @returns the id of the new post */
    async create(userId: number, board: BoardType, body: WritePostBody): Promise<number> {
      await checkMayWrite(board, userId, body.priority)
      await mutes.check(userId)
      const text = preparePost(body.content)
      const priority = body.priority ?? ORDINARY_PRIORITY
      const id = await store.insert({ ...text, board, userId, priority, now: clock.now() })
      bus.publish('post', { postId: id, board })
      return id
    },

    /**
     * Edits an own post within an hour. Any admin may change the priority of a notice at any time if
     * the text is unchanged, so that old notices can be unpinned. A text that was edited after `seen`, epoch
     * milliseconds, is not replaced by another: EDITED_ELSEWHERE.
     */
    async edit(
      userId: number,
      { board, id, seen }: EditedPost,
      body: WritePostBody,
    ): Promise<void> {
      const post = await findReadable(board, id, userId)
      await checkMayWrite(board, userId, body.priority)
      const now = clock.now()
      const error = textEditError(post, userId, now)
      if (error && body.priority === undefined) throw error
      const text = preparePost(body.content)
      // A text stored under an earlier policy is compared as it would be stored now.
      const stored = error ? sanitize(post.content) : post
      const isChanged = text.content !== stored.content
      if (isChanged) await mutes.check(userId)
      if (error && isChanged) throw error
      const updated = isChanged ? now : null
      const isStored = await store.update({ id, ...text, priority: body.priority, updated, seen })
      if (!isStored) throw new ApiError('EDITED_ELSEWHERE')
      bus.publish('post', { postId: id, board })
    },

    /** A post as `viewer` sees it. Counts a view unless the viewer is the author. */
    async get(viewer: PostViewer, board: BoardType, id: number): Promise<PostDetail> {
      const post = await findReadable(board, id, viewer.userId)
      const { userId, guest } = viewer
      if (post.userId !== userId && (userId !== null || guest !== null)) {
        views.add('post', id, userId === null ? `guest ${guest}` : `user ${userId}`)
      }
      return toPostDetail(post)
    },

    /** Toggles a reaction to another's post. */
    async react(
      userId: number,
      board: BoardType,
      id: number,
      reaction: Reaction,
    ): Promise<ReactionState> {
      const post = await findReadable(board, id, userId)
      if (post.userId === userId) throw new ApiError('OWN_POST')
      const state = await reactions.toggle(id, userId, reaction)
      bus.publish('reaction', { kind: 'post', id })
      return state
    },
  }
}
