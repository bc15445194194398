import type { Accounts } from '#api/accounts/accounts.ts'
import type { AccessTokenClaims } from '#api/auth/access-token-claims.ts'
import { prepareNote } from '#api/content/prepare-content.ts'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { ReactionState, ReactionStore } from '#api/reactions/store.ts'
import type { OfferDesk } from '#api/rounds/offer-desk.ts'
import type { RoundBook } from '#api/rounds/round-book.ts'
import type { RoundRecord } from '#api/rounds/round-record.ts'
import type { ViewCounter } from '#api/views/view-counter.ts'
import type { Direction } from '#shared/contract/common.ts'
import type { Reaction } from '#shared/contract/reactions.ts'
import type { CreateVoteReply, VoteDetail } from '#shared/contract/votes.ts'
import { canEdit } from '#shared/rules/edit-window.ts'
import { OFFER_VERSION } from '#shared/rules/offer.ts'
import type { VoteCall } from './casting-store.ts'
import type { VoteStore } from './store.ts'
import { toVoteDetail, type VoteDetailRow } from './vote-row.ts'

export interface VotesParts {
  store: VoteStore
  reactions: ReactionStore
  book: RoundBook
  desk: OfferDesk
  accounts: Accounts
  views: ViewCounter
  market: { price(): { value: string } | null }
  sanitise: (html: string) => Promise<string>
  bus: AppEventBus
  clock: Clock
}

export interface VoteInput {
  targetDate: number
  choice: Direction
  content: string
}

export type VotesService = ReturnType<typeof createVotesService>

/** The rules of votes. Every method throws ApiError where a rule says no. */
export function createVotesService(parts: VotesParts) {
  const { store, book, desk, bus, clock } = parts

  const callOf = (round: RoundRecord, choice: Direction): VoteCall => ({
    choice,
    offer: desk.offerFor(round, choice),
    offerVersion: OFFER_VERSION,
  })

  /** The vote if `user` may read it: an own one, or with an own vote in the current period. */
  const readable = async (user: AccessTokenClaims, id: number): Promise<VoteDetailRow> => {
    const live = await book.live()
    const row = await store.detail(id, user.id, live?.id ?? 0)
    if (!row) throw new ApiError('NOT_FOUND')
    if (row.user_id !== user.id && !row.may_read) throw new ApiError('VOTE_REQUIRED')
    return row
  }

  /** The round that is live at `received` if it is the one that was meant and has its reference price. */
  const roundToVoteIn = async (targetDate: number, received: number): Promise<RoundRecord> => {
    const live = await book.live(received)
    if (!live) throw new ApiError('NOT_READY')
    if (live.targetDate !== targetDate) throw new ApiError('ROUND_CHANGED')
    if (!live.reference) throw new ApiError('NO_REFERENCE')
    return live
  }

  return {
    /**
     * Casts a call in the round that is live when it is received, however long the rest takes, and
     * answers a token with the new `lastVoteTime`.
     */
    async create(user: AccessTokenClaims, input: VoteInput): Promise<CreateVoteReply> {
      const now = clock.now()
      const note = await prepareNote(parts.sanitise, input.content)
      const round = await roundToVoteIn(input.targetDate, now)
      const call = callOf(round, input.choice)
      const vote = { ...note, ...call, roundId: round.id, userId: user.id, now }
      const cast = await store.create(vote)
      if (cast === null) throw new ApiError('ALREADY_VOTED')
      const { id, author } = cast
      bus.publish('vote', { voteId: id, roundId: round.id, first: true })
      const accessToken = await parts.accounts.accessTokenOf(author, user.sid)
      return { success: true, message: 'Vote saved.', accessToken, id, offer: call.offer }
    },

    /** Edits an own vote within its hour; another direction is priced anew, while the round is open. */
    async edit(
      user: AccessTokenClaims,
      id: number,
      input: { choice: Direction; content: string },
    ): Promise<void> {
      const now = clock.now()
      const live = await book.live(now)
      const row = await store.detail(id, user.id, live?.id ?? 0)
      if (!row) throw new ApiError('NOT_FOUND')
      if (row.user_id !== user.id) throw new ApiError('NOT_AUTHOR')
      if (!canEdit(row.created.getTime(), now)) throw new ApiError('EDIT_WINDOW_CLOSED')
      let call: VoteCall | null = null
      if (row.choice !== input.choice) {
        if (!live || row.round_id !== live.id) throw new ApiError('DIRECTION_FROZEN')
        call = callOf(live, input.choice)
      }
      const note = await prepareNote(parts.sanitise, input.content)
      await store.edit({ id, ...note, now, call })
      bus.publish('vote', { voteId: id, roundId: row.round_id, first: false })
    },

    /** A vote as `user` sees it. Looking counts as a view, but for the author. */
    async read(user: AccessTokenClaims, id: number): Promise<VoteDetail> {
      const row = await readable(user, id)
      if (row.user_id !== user.id) parts.views.see('vote', id, `user ${user.id}`)
      return toVoteDetail(row, parts.market.price()?.value ?? null)
    },

    /** Toggles a reaction to a vote that `user` may read. */
    async react(user: AccessTokenClaims, id: number, reaction: Reaction): Promise<ReactionState> {
      await readable(user, id)
      const state = await parts.reactions.react(id, user.id, reaction)
      bus.publish('reaction', { kind: 'vote', id })
      return state
    },
  }
}
