import type { Clock } from '#api/infrastructure/clock.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { AccountStore } from '#api/modules/account/account-store.ts'
import type { RoundCache } from '#api/modules/rounds/round-cache.ts'
import { canEdit } from '#shared/rules/edit-window.ts'
import type { createNoteGateStore, Reader } from './note-gate-store.ts'

interface NoteGateDeps {
  store: ReturnType<typeof createNoteGateStore>
  rounds: Pick<RoundCache, 'live'>
  accounts: Pick<AccountStore, 'adminLevel'>
  clock: Clock
}

/** A vote as the gate sees it. */
export interface GatedNote {
  id: number
  /** Its author. */
  userId: number
  roundId: number
  hasContent: boolean
}

/** A reader who may open a note. */
export interface NoteAccess {
  isAuthor: boolean
  /** The live round; 0 without one. */
  liveId: number
  /** Part of the reader in the live round; of an author in the round of the note. */
  reader: Reader
}

/** A reader of many notes, for queries that apply `calledSettledRound` to the others. */
export interface NoteReader {
  /** 0 for a guest. */
  userId: number
  /** The live round; 0 without one. */
  liveId: number
  /** Whether the reader may read the notes of others in every round. */
  readsNotes: boolean
  /** Whether they may read those of the live round without losing a choice by it. */
  readsLive: boolean
}

export type NoteGate = ReturnType<typeof createNoteGate>

/**
 * Decides who reads a note and what is written below it: its author, admins, whoever has a vote in the live
 * round, and once the note's round is settled, whoever has one in that.
 */
export function createNoteGate({ store, rounds, accounts, clock }: NoteGateDeps) {
  const isFixed = ({ votedAt }: Reader) => votedAt !== null && !canEdit(votedAt, clock.now())

  /** Whether the round of the note is live and the reader's direction in it could still change. */
  const isChoiceOpen = (note: GatedNote, { liveId, reader }: NoteAccess): boolean =>
    note.roundId === liveId && !reader.isLocked && !isFixed(reader)

  /** Fixes the reader's direction in the live round, in the transaction `sql` if there is one. */
  const fix = (userId: number, { liveId }: NoteAccess, sql?: Sql): Promise<void> =>
    store.lockDirection(userId, liveId, clock.now(), sql)

  return {
    isChoiceOpen,
    fix,

    /** @throws ApiError VOTE_REQUIRED */
    async enter(userId: number, note: GatedNote): Promise<NoteAccess> {
      const liveId = (await rounds.live())?.id ?? 0
      const isAuthor = note.userId === userId
      const reader = await store.reader(userId, isAuthor ? note.roundId : liveId)
      const isOpen =
        isAuthor ||
        reader.votedAt !== null ||
        (await store.calledSettledRound(userId, note.id)) ||
        (await accounts.adminLevel(userId)) > 0
      if (!isOpen) throw new ApiError('VOTE_REQUIRED')
      return { isAuthor, liveId, reader }
    },

    /**
     * Fixes the reader's direction before a note of the live round is shown, while it could still change.
     * @throws ApiError READING_LOCKS with `asks`, where a plain reading would lock
     */
    async lock(userId: number, note: GatedNote, access: NoteAccess, asks: boolean): Promise<void> {
      if (access.isAuthor || !note.hasContent || !isChoiceOpen(note, access)) return
      if (asks) throw new ApiError('READING_LOCKS')
      await fix(userId, access)
    },

    /** The same rule for a query over many notes; `userId` is null for a guest. */
    async readerOf(userId: number | null): Promise<NoteReader> {
      const liveId = (await rounds.live())?.id ?? 0
      if (userId === null) return { userId: 0, liveId, readsNotes: false, readsLive: false }
      const [reader, adminLevel] = await Promise.all([
        store.reader(userId, liveId),
        accounts.adminLevel(userId),
      ])
      return {
        userId,
        liveId,
        readsNotes: reader.votedAt !== null || adminLevel > 0,
        // An excerpt is a reading that fixes no direction, so only for whom there is none to fix.
        readsLive: reader.isLocked || isFixed(reader),
      }
    },
  }
}
