import { Check } from '@sinclair/typebox/value'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Mutes } from '#api/modules/account/mutes.ts'
import type { ReactionState, ReactionStore } from '#api/modules/content/reactions/store.ts'
import { Id } from '#shared/contract/common.ts'
import type { Reaction } from '#shared/contract/reactions.ts'
import type { CreateReplyBody, RepliesQuery, Reply, ReplyPage } from '#shared/contract/replies.ts'
import type { ThreadFollow } from '#shared/contract/thread.ts'
import type { ReadingQuestion } from '#shared/contract/votes.ts'
import { canEdit } from '#shared/rules/edit-window.ts'
import type { FollowStore } from './follow-store.ts'
import type { ReplyStore, StoredReply } from './reply-store.ts'
import type { OpenThread, ThreadGate } from './thread-gate.ts'
import type { Thread, ThreadStore } from './thread-store.ts'
import { checkEdit, checkLimits, prepareReplyText } from './writing-rules.ts'

export interface ThreadsDeps {
  gate: ThreadGate
  threads: Pick<ThreadStore, 'page'>
  follows: FollowStore
  replies: ReplyStore
  reactions: ReactionStore
  mutes: Mutes
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
}

export type ThreadsService = ReturnType<typeof createThreadsService>

/** The rules of replies. Methods throw an ApiError when a rule forbids the call. */
export function createThreadsService(deps: ThreadsDeps) {
  const { gate, threads, follows, replies, reactions, mutes, bus, clock } = deps

  const changed = (replyId: number, { target, thread_id: id }: StoredReply) =>
    bus.publish('reply', { replyId, target, id })

  /** A reply that is shown, and its thread. A hidden one is for its author, who may still remove it. */
  const findReadable = async (userId: number, id: number) => {
    const reply = await replies.find(id)
    if (!reply || reply.is_deleted) throw new ApiError('NOT_FOUND')
    const open = await gate.of(userId, { target: reply.target, id: reply.thread_id })
    if (reply.is_hidden && reply.user_id !== userId && !open.viewer.isAdmin) {
      throw new ApiError('HIDDEN')
    }
    return { reply, open }
  }

  const findOwn = async (userId: number, id: number) => {
    const found = await findReadable(userId, id)
    if (found.reply.user_id !== userId) throw new ApiError('NOT_AUTHOR')
    return found
  }

  const read = async (id: number, { viewer }: OpenThread): Promise<Reply> => {
    const reply = await replies.read(id, viewer)
    if (!reply) throw new ApiError('NOT_FOUND')
    return reply
  }

  return {
    /**
     * Follows or mutes a thread. Following needs the right to read it; a thread that somebody was mentioned in
     * can be muted without.
     */
    async follow(userId: number, thread: Thread, state: ThreadFollow): Promise<void> {
      // Ids of posts have 32 bits.
      if (thread.target === 'post' && !Check(Id, thread.id)) throw new ApiError('NOT_FOUND')
      if (state === 'follow') await gate.of(userId, thread)
      if (!(await follows.set(userId, thread, state, clock.now()))) throw new ApiError('NOT_FOUND')
    },

    /**
     * A page of an open thread. With `lock=question`, a reading that would fix the viewer's direction is
     * answered with the question instead.
     */
    async page(open: OpenThread, query: RepliesQuery): Promise<ReplyPage | ReadingQuestion> {
      if (open.thread.target === 'post' && query.filter !== undefined) {
        throw new ApiError('INVALID', { field: 'filter', message: 'Only notes have calls.' })
      }
      if (open.locks) {
        if (query.lock === 'question') return { readingLocks: true }
        await open.lock()
      }
      return threads.page(open.thread, query, open.viewer)
    },

    /** Writes a reply, which fixes the author's direction in the live round. */
    async create(userId: number, open: OpenThread, body: CreateReplyBody): Promise<Reply> {
      if (!open.takesReplies) throw new ApiError('REPLY_LOCKED')
      await mutes.check(userId)
      const content = prepareReplyText(body.content)
      const { thread } = open
      const now = clock.now()
      const quote = body.quote ?? null
      const id = await replies.insert(
        { thread, userId, quote, content, now },
        (recent) => checkLimits(content, recent, now),
        open.lock,
      )
      if (id === null) throw new ApiError('QUOTE_UNKNOWN', { field: 'quote' })
      bus.publish('reply', { replyId: id, target: thread.target, id: thread.id })
      return read(id, open)
    },

    /**
     * Edits an own reply within an hour. A text that was edited after `seen`, epoch milliseconds, null from older
     * clients, is not replaced by another: EDITED_ELSEWHERE.
     */
    async edit(
      userId: number,
      id: number,
      { content: raw, seen }: { content: string; seen: number | null },
    ): Promise<Reply> {
      const { reply, open } = await findOwn(userId, id)
      const now = clock.now()
      if (!canEdit(reply.created.getTime(), now)) throw new ApiError('EDIT_WINDOW_CLOSED')
      await mutes.check(userId)
      const content = prepareReplyText(raw)
      if (content !== reply.content) {
        checkEdit(content, await replies.author(userId), now)
        if (!(await replies.update({ id, userId, content, now, seen }))) {
          // Deleted meanwhile, it is not found.
          await findOwn(userId, id)
          throw new ApiError('EDITED_ELSEWHERE')
        }
        changed(id, reply)
      }
      return read(id, open)
    },

    /** Removes the text of an own reply at any time; a stub keeps its place. */
    async remove(userId: number, id: number): Promise<void> {
      const reply = await replies.find(id)
      if (!reply) throw new ApiError('NOT_FOUND')
      // Without the gate: people who can no longer read a thread can still remove their own text.
      if (reply.user_id !== userId) throw new ApiError('NOT_AUTHOR')
      if (reply.is_deleted) return
      await replies.remove(id, clock.now())
      changed(id, reply)
    },

    /** Toggles a reaction to another's reply. */
    async react(userId: number, id: number, reaction: Reaction): Promise<ReactionState> {
      const { reply } = await findReadable(userId, id)
      if (reply.user_id === userId) throw new ApiError('OWN_POST')
      const state = await reactions.toggle(id, userId, reaction)
      changed(id, reply)
      return state
    },
  }
}
