import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import type { AccountStore } from '#api/modules/account/account-store.ts'
import type { Mutes } from '#api/modules/account/mutes.ts'
import type { ReactionStore } from '#api/modules/content/reactions/store.ts'
import type { PostsService } from '#api/modules/posts/service.ts'
import type { NoteGate } from '#api/modules/votes/note-gate.ts'
import type { VoteStore } from '#api/modules/votes/store.ts'
import { createFollowStore } from './follow-store.ts'
import { createReplyStore } from './reply-store.ts'
import { createThreadsService } from './service.ts'
import { createThreadGate } from './thread-gate.ts'
import { createThreadStore } from './thread-store.ts'

interface ThreadsOptions {
  database: Database
  notes: NoteGate
  votes: Pick<VoteStore, 'gated'>
  posts: Pick<PostsService, 'check' | 'boardOf'>
  accounts: Pick<AccountStore, 'adminLevel'>
  reactions: ReactionStore
  mutes: Mutes
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
}

/** The threads of notes and posts, with the gate that their routes ask first. */
export function createThreads(options: ThreadsOptions) {
  const { database, reactions, mutes, bus, clock } = options
  const threads = createThreadStore(database)
  const gate = createThreadGate({ ...options, threads })
  const service = createThreadsService({
    gate,
    threads,
    follows: createFollowStore(database),
    replies: createReplyStore(database),
    reactions,
    mutes,
    bus,
    clock,
  })
  return { service, gate }
}
