import type { Accounts } from '#api/accounts/service.ts'
import type { AccountStore } from '#api/accounts/store.ts'
import type { AccessTokenClaims } from '#api/auth/access-token.ts'
import { prepareNote } from '#api/content/prepare-content.ts'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { ReactionState, ReactionStore } from '#api/reactions/store.ts'
import type { OfferPricing } from '#api/rounds/offer-pricing.ts'
import type { RoundCache } from '#api/rounds/round-cache.ts'
import type { RoundRecord } from '#api/rounds/round-record.ts'
import type { ViewCounter } from '#api/views/view-counter.ts'
import type { Direction } from '#shared/contract/common.ts'
import type { Reaction } from '#shared/contract/reactions.ts'
import type { CreateVoteReply, VoteDetail } from '#shared/contract/votes.ts'
import { voteResult } from '#shared/rules/band.ts'
import { canEdit, EDIT_WINDOW_MS } from '#shared/rules/edit-window.ts'
import { OFFER_VERSION } from '#shared/rules/offer.ts'
import type { PricedDirection, VoteRow, VoteStore } from './store.ts'

export interface VotesDeps {
  store: Pick<VoteStore, 'find' | 'hasVoted' | 'insert' | 'update'>
  reactions: ReactionStore
  rounds: RoundCache
  pricing: Pick<OfferPricing, 'offerFor'>
  accounts: Pick<Accounts, 'accessTokenOf'>
  accountStore: Pick<AccountStore, 'adminLevel'>
  views: Pick<ViewCounter, 'add'>
  market: { price(): { value: string } | null }
  sanitize: (html: string) => Promise<string>
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
}

export interface VoteInput {
  /** Target of the round shown by the client, epoch milliseconds. */
  targetDate: number
  choice: Direction
  content: string
}

export type VotesService = ReturnType<typeof createVotesService>

function settlementOf({ round }: VoteRow): VoteDetail['settlement'] {
  const { settlePrice, settleSource, settleCandleAt, settleReadAt } = round
  if (round.outcome === null) return null
  if (!settlePrice || !settleSource || !settleCandleAt || !settleReadAt) return null
  return {
    price: settlePrice,
    exchange: settleSource,
    candleTime: settleCandleAt.toISOString(),
    readAt: settleReadAt.toISOString(),
  }
}

function toVoteDetail(vote: VoteRow, currentPrice: string | null): VoteDetail {
  const { round, user } = vote
  return {
    id: vote.id,
    uid: vote.userId,
    title: vote.title,
    content: vote.content,
    voteChoice: vote.choice,
    result: voteResult(vote.choice, round.outcome),
    refDate: round.refDate.toISOString(),
    refPrice: round.refPrice,
    currentPrice,
    targetTime: round.targetDate.toISOString(),
    uniqueCode: user.uniqueCode,
    nickname: user.nickname,
    created: vote.created.toISOString(),
    modified: vote.modified?.toISOString() ?? null,
    views: vote.views,
    likes: vote.likes,
    dislikes: vote.dislikes,
    userReaction: vote.reactions[0]?.kind ?? null,
    offer: { hit: vote.offerHit, miss: vote.offerMiss, version: vote.offerVersion },
    // The ledger is written in batches; points are shown once it is complete.
    points: round.settledAt ? (vote.ledger?.points ?? null) : null,
    editableUntil: new Date(vote.created.getTime() + EDIT_WINDOW_MS).toISOString(),
    settlement: settlementOf(vote),
  }
}

/** The rules of votes. Methods throw an ApiError when a rule forbids the call. */
export function createVotesService(deps: VotesDeps) {
  const { store, reactions, rounds, pricing, accounts, accountStore, views, market } = deps
  const { sanitize, bus, clock } = deps

  const priceDirection = (round: RoundRecord, choice: Direction): PricedDirection => ({
    choice,
    offer: pricing.offerFor(round, choice),
    offerVersion: OFFER_VERSION,
  })

  const mayReadOthers = async (userId: number): Promise<boolean> => {
    const live = await rounds.live()
    if (live && (await store.hasVoted(userId, live.id))) return true
    return (await accountStore.adminLevel(userId)) > 0
  }

  /** The user's own vote, or any vote for admins and users who voted in the live round. */
  const findReadable = async (user: AccessTokenClaims, id: number): Promise<VoteRow> => {
    const vote = await store.find(id, user.id)
    if (!vote) throw new ApiError('NOT_FOUND')
    if (vote.userId !== user.id && !(await mayReadOthers(user.id)))
      throw new ApiError('VOTE_REQUIRED')
    return vote
  }

  const roundForVote = async (targetDate: number, receivedAt: number): Promise<RoundRecord> => {
    const live = await rounds.live(receivedAt)
    if (!live) throw new ApiError('NOT_READY')
    if (live.targetDate !== targetDate) throw new ApiError('ROUND_CHANGED')
    if (!live.reference) throw new ApiError('NO_REFERENCE')
    return live
  }

  return {
    /**
     * Creates a vote in the round that was live when the request arrived, however long sanitizing takes.
     * The reply has an access token with the new `lastVoteTime`.
     */
    async create(user: AccessTokenClaims, input: VoteInput): Promise<CreateVoteReply> {
      const now = clock.now()
      const note = await prepareNote(sanitize, input.content)
      const round = await roundForVote(input.targetDate, now)
      const direction = priceDirection(round, input.choice)
      const vote = { ...note, ...direction, roundId: round.id, userId: user.id, now }
      const inserted = await store.insert(vote)
      if (!inserted) throw new ApiError('ALREADY_VOTED')
      const { id, author } = inserted
      bus.publish('vote', { voteId: id, roundId: round.id, first: true })
      const accessToken = await accounts.accessTokenOf(author, user.sid)
      return { success: true, message: 'Vote saved.', accessToken, id, offer: direction.offer }
    },

    /** Edits an own vote within an hour. A new direction gets the current offer. */
    async edit(
      user: AccessTokenClaims,
      id: number,
      input: { choice: Direction; content: string },
    ): Promise<void> {
      const now = clock.now()
      const live = await rounds.live(now)
      const vote = await store.find(id, user.id)
      if (!vote) throw new ApiError('NOT_FOUND')
      if (vote.userId !== user.id) throw new ApiError('NOT_AUTHOR')
      if (!canEdit(vote.created.getTime(), now)) throw new ApiError('EDIT_WINDOW_CLOSED')
      let direction: PricedDirection | null = null
      if (vote.choice !== input.choice) {
        if (!live || vote.roundId !== live.id) throw new ApiError('DIRECTION_FROZEN')
        direction = priceDirection(live, input.choice)
      }
      const note = await prepareNote(sanitize, input.content)
      await store.update({ id, ...note, now, direction })
      bus.publish('vote', { voteId: id, roundId: vote.roundId, first: false })
    },

    /** A vote as `user` sees it. Counts a view unless the user is the author. */
    async get(user: AccessTokenClaims, id: number): Promise<VoteDetail> {
      const vote = await findReadable(user, id)
      if (vote.userId !== user.id) views.add('vote', id, `user ${user.id}`)
      return toVoteDetail(vote, market.price()?.value ?? null)
    },

    /** Toggles a reaction. */
    async react(user: AccessTokenClaims, id: number, reaction: Reaction): Promise<ReactionState> {
      await findReadable(user, id)
      const state = await reactions.toggle(id, user.id, reaction)
      bus.publish('reaction', { kind: 'vote', id })
      return state
    },
  }
}
