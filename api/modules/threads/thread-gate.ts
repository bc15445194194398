import type { Sql } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { AccountStore } from '#api/modules/account/account-store.ts'
import type { PostsService } from '#api/modules/posts/service.ts'
import type { NoteAccess, NoteGate } from '#api/modules/votes/note-gate.ts'
import type { VoteStore } from '#api/modules/votes/store.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import type { ThreadViewer } from './reply-sql.ts'
import type { Thread, ThreadStore } from './thread-store.ts'

interface ThreadGateDeps {
  notes: NoteGate
  votes: Pick<VoteStore, 'gated'>
  posts: Pick<PostsService, 'check' | 'boardOf'>
  accounts: Pick<AccountStore, 'adminLevel'>
  threads: Pick<ThreadStore, 'hasOthers'>
}

/** A thread that a viewer may read. */
export interface OpenThread {
  thread: Thread
  viewer: ThreadViewer
  /** Whether it takes replies: not below a note that has no text. */
  takesReplies: boolean
  /** Whether reading it fixes the direction of the viewer's own vote in the live round. */
  locks: boolean
  /** Fixes the direction, where the round of the note is live, in the transaction `sql` if there is one. */
  lock: (sql?: Sql) => Promise<void>
}

/** Decides who reads and writes a thread: the thread of a note inherits the note's gate and its lock. */
export function createThreadGate({ notes, votes, posts, accounts, threads }: ThreadGateDeps) {
  const viewerOf = async (userId: number | null): Promise<ThreadViewer> => ({
    userId: userId ?? 0,
    isAdmin: userId !== null && (await accounts.adminLevel(userId)) > 0,
  })

  /** The author of a note locks by the replies of others. */
  const isLocking = async (access: NoteAccess, thread: Thread, userId: number) =>
    !access.isAuthor || (await threads.hasOthers(thread, userId))

  const ofNote = async (userId: number, id: number): Promise<OpenThread> => {
    const note = await votes.gated(id)
    if (!note) throw new ApiError('NOT_FOUND')
    const access = await notes.enter(userId, note)
    const viewer = await viewerOf(userId)
    if (note.isHidden && !access.isAuthor && !viewer.isAdmin) throw new ApiError('HIDDEN')
    const thread: Thread = { target: 'vote', id }
    const isOpenChoice = notes.isChoiceOpen(note, access)
    return {
      thread,
      viewer,
      takesReplies: note.hasContent && !note.isHidden,
      locks: isOpenChoice && (await isLocking(access, thread, userId)),
      lock: async (sql) => {
        if (isOpenChoice) await notes.fix(userId, access, sql)
      },
    }
  }

  const ofPost = async (
    userId: number | null,
    board: BoardType,
    id: number,
  ): Promise<OpenThread> => {
    const isHidden = await posts.check(userId, board, id)
    return {
      thread: { target: 'post', id },
      viewer: await viewerOf(userId),
      takesReplies: !isHidden,
      locks: false,
      lock: async () => {},
    }
  }

  return {
    /** @throws ApiError NOT_FOUND, VOTE_REQUIRED, HIDDEN */
    ofNote,

    /** `userId` is null for a guest. @throws ApiError NOT_SIGNED_IN, NOT_FOUND, HIDDEN */
    ofPost,

    /** The thread of a stored reply, by the same rules. */
    async of(userId: number, { target, id }: Thread): Promise<OpenThread> {
      if (target === 'vote') return ofNote(userId, id)
      const board = await posts.boardOf(id)
      if (!board) throw new ApiError('NOT_FOUND')
      return ofPost(userId, board, id)
    },
  }
}

export type ThreadGate = ReturnType<typeof createThreadGate>
