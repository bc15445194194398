import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { AccountStore } from '#api/modules/account/account-store.ts'
import type { Accounts } from '#api/modules/account/accounts.ts'
import { RESEND_MS } from '#api/modules/account/author-sql.ts'
import type { Mutes } from '#api/modules/account/mutes.ts'
import type { AccessTokenClaims } from '#api/modules/auth/access-token.ts'
import { prepareNote, sanitizingPoints } from '#api/modules/content/prepare-content.ts'
import type { ReactionState, ReactionStore } from '#api/modules/content/reactions/store.ts'
import type { ViewCounter } from '#api/modules/content/views/view-counter.ts'
import { isRoundSealed, newSalt } from '#api/modules/receipts/receipt-row.ts'
import type { ReceiptSigner } from '#api/modules/receipts/signer.ts'
import type { MarketQuote, OfferPricing } from '#api/modules/rounds/offer-pricing.ts'
import type { RoundCache } from '#api/modules/rounds/round-cache.ts'
import type { RoundRecord } from '#api/modules/rounds/round-record.ts'
import type { Direction } from '#shared/contract/common.ts'
import type { Reaction } from '#shared/contract/reactions.ts'
import type {
  CreateVoteReply,
  EditVoteReply,
  VoteDetail,
  VoteItem,
  VoteList,
} from '#shared/contract/votes.ts'
import { canEdit } from '#shared/rules/edit-window.ts'
import { OFFER_VERSION } from '#shared/rules/offer.ts'
import { acceptedOffer, changeDirection } from '#shared/rules/offer-value.ts'
import type { ReceiptPayload } from '#shared/rules/receipt.ts'
import type { EnteredVote, LockedVote } from './direction-store.ts'
import type { NoteGate } from './note-gate.ts'
import type { OwnVote, VoteStore } from './store.ts'
import { acceptance, receiptOf, toVoteDetail, withoutNote } from './vote-detail.ts'

const entryPriceOf = (choice: Direction, quote: MarketQuote | null): string | null =>
  choice === 'unknown' || quote === null ? null : quote.price

export interface VotesDeps {
  store: Pick<VoteStore, 'find' | 'own' | 'insert' | 'edit' | 'listOwn' | 'item' | 'hasReplies'>
  gate: Pick<NoteGate, 'enter' | 'lock'>
  reactions: ReactionStore
  rounds: RoundCache
  pricing: OfferPricing
  accounts: Pick<Accounts, 'accessToken' | 'accessTokenOf'>
  accountStore: Pick<AccountStore, 'adminLevel' | 'voteRefusal'>
  mutes: Mutes
  views: Pick<ViewCounter, 'add'>
  market: { price(): { value: string } | null }
  signer: Pick<ReceiptSigner, 'receipt'>
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
}

export interface VoteInput {
  /** Target of the round shown by the client, epoch milliseconds. */
  targetDate: number
  choice: Direction
  content: string
  requiresPrice?: boolean
  repeats?: boolean
}

export interface VoteChange {
  choice: Direction
  content: string
  /** When the copy that the author edited had last changed, epoch milliseconds; null from older clients. */
  seen?: number | null
}

export type VotesService = ReturnType<typeof createVotesService>

/** The rules of votes. Methods throw an ApiError when a rule forbids the call. */
export function createVotesService(deps: VotesDeps) {
  const { store, gate, reactions, rounds, pricing, accounts, accountStore, views, market } = deps
  const { mutes, signer, bus, clock } = deps

  const findReadable = async (user: AccessTokenClaims, id: number) => {
    const vote = await store.find(id, user.id)
    if (!vote) throw new ApiError('NOT_FOUND')
    return { vote, access: await gate.enter(user.id, vote) }
  }

  /** The vote with another direction, at the price of this moment. */
  const redirected = (vote: LockedVote, choice: Direction, live: RoundRecord): EnteredVote => {
    if (vote.isSettling) throw new ApiError('DIRECTION_FROZEN')
    if (vote.isLocked) throw new ApiError('DIRECTION_LOCKED')
    const quote = pricing.quote(live)
    if (!quote) throw new ApiError('NO_FRESH_PRICE')
    return { ...changeDirection(vote, choice, quote), entryPrice: entryPriceOf(choice, quote) }
  }

  const roundForVote = async (targetDate: number, receivedAt: number): Promise<RoundRecord> => {
    const live = await rounds.live(receivedAt)
    if (!live) throw new ApiError('NOT_READY')
    if (live.targetDate !== targetDate) throw new ApiError('ROUND_CHANGED')
    if (!live.reference) throw new ApiError('NO_REFERENCE')
    return live
  }

  const created = (receipt: ReceiptPayload, accessToken: string): CreateVoteReply => {
    const { voteId, direction, hit, miss, offerVersion } = receipt
    return {
      success: true,
      message: 'Vote saved.',
      accessToken,
      id: voteId,
      ...acceptance({ choice: direction, offer: { hit, miss }, offerVersion }),
      receipt: signer.receipt(receipt),
    }
  }

  return {
    /**
     * Creates a vote in the round that was live when the request arrived. A note is sanitized only if the
     * vote can be accepted. The reply has an access token with the new `lastVoteTime`. With `requiresPrice`, a
     * direction without a live price is refused with NO_FRESH_PRICE. With `repeats`, a vote that is sent again,
     * as after a lost reply, is answered with the stored one.
     */
    async create(user: AccessTokenClaims, input: VoteInput): Promise<CreateVoteReply> {
      const now = clock.now()
      const round = await roundForVote(input.targetDate, now)
      // A query costs more than sanitizing a kilobyte; the insert refuses a second vote anyway.
      const isCostly = sanitizingPoints(input.content) > 1
      const earlier = isCostly ? await store.own(user.id, round.id) : null
      const { choice, requiresPrice = false, repeats = false } = input
      const mayBeSame = ({ receipt }: OwnVote) =>
        repeats && receipt.direction === choice && now - Date.parse(receipt.time) < RESEND_MS
      if (earlier && !(mayBeSame(earlier) && sanitizingPoints(earlier.content) > 1)) {
        throw new ApiError('ALREADY_VOTED')
      }
      const note = prepareNote(input.content)
      if (note.content !== '') await mutes.check(user.id)
      const quote = pricing.quote(round)
      if (requiresPrice && choice !== 'unknown' && !quote) throw new ApiError('NO_FRESH_PRICE')
      const offer = acceptedOffer(choice, quote?.offers ?? null)
      const entryPrice = entryPriceOf(choice, quote)
      const direction = { choice, offer, offerVersion: OFFER_VERSION, entryPrice }
      const salt = newSalt()
      const vote = { ...note, ...direction, roundId: round.id, userId: user.id, now, salt }
      const inserted = await store.insert(vote).catch((error: unknown) => {
        throw isRoundSealed(error) ? new ApiError('ROUND_CHANGED') : error
      })
      if (!inserted) {
        const refusal = await accountStore.voteRefusal(user.id, now)
        const stored = refusal === null && repeats ? await store.own(user.id, round.id) : null
        if (!stored || !mayBeSame(stored) || stored.content !== note.content) {
          throw new ApiError(refusal ?? 'ALREADY_VOTED')
        }
        return created(stored.receipt, await accounts.accessToken(user.id, user.sid))
      }
      const { id, author } = inserted
      bus.publish('vote', { voteId: id, roundId: round.id, first: true })
      const accessToken = await accounts.accessTokenOf(author, user.sid)
      const { targetDate } = round
      const accepted = { ...direction, carried: 0, id, author: author.uniqueCode, targetDate, now }
      return created(receiptOf({ ...accepted, salt }), accessToken)
    },

    /**
     * Edits an own vote within an hour. A new direction closes the present call at its fair value and gets
     * the current offer; `limitChanges` is called before. Repeating an edit changes nothing. An edit of an
     * outdated copy is refused with EDITED_ELSEWHERE.
     */
    async edit(
      user: AccessTokenClaims,
      id: number,
      { choice, content, seen = null }: VoteChange,
      limitChanges: () => Promise<void> = async () => {},
    ): Promise<EditVoteReply> {
      const now = clock.now()
      const live = await rounds.live(now)
      const vote = await store.find(id, user.id)
      if (!vote) throw new ApiError('NOT_FOUND')
      if (vote.userId !== user.id) throw new ApiError('NOT_AUTHOR')
      if (!canEdit(vote.created.getTime(), now)) throw new ApiError('EDIT_WINDOW_CLOSED')
      const open = live && vote.roundId === live.id ? live : null
      const isOutdated = (changed: number) => seen !== null && changed !== seen
      if (vote.choice !== choice) {
        if (isOutdated((vote.modified ?? vote.created).getTime())) {
          throw new ApiError('EDITED_ELSEWHERE')
        }
        if (!open) throw new ApiError('DIRECTION_FROZEN')
        await limitChanges()
      }
      const note = prepareNote(content)
      if (note.content !== vote.content) await mutes.check(user.id)
      const salt = newSalt()
      const edited = await store.edit({ id, userId: user.id, ...note, now, salt }, (locked) => {
        const isStored = locked.choice === choice && locked.content === note.content
        if (isOutdated(locked.changed) && !isStored) throw new ApiError('EDITED_ELSEWHERE')
        if (locked.choice === choice) return locked
        if (!open) throw new ApiError('DIRECTION_FROZEN')
        return redirected(locked, choice, open)
      })
      bus.publish('vote', { voteId: id, roundId: vote.roundId, first: false })
      const { carried, receipt } = edited
      return {
        success: true,
        message: 'Edit completed.',
        ...acceptance(edited),
        carried,
        // Also for a repeated change, whose first reply may have been lost.
        ...(receipt && { receipt: signer.receipt(receipt) }),
      }
    },

    /**
     * A vote as `user` sees it. Counts a view unless the user is the author. With `requiresPrice`, a reading that
     * would lock the user's direction is refused with READING_LOCKS.
     */
    async get(user: AccessTokenClaims, id: number, asks = false): Promise<VoteDetail> {
      const { vote, access } = await findReadable(user, id)
      const currentPrice = market.price()?.value ?? null
      const detail = toVoteDetail(vote, currentPrice)
      if (!vote.hasContent) detail.hasReplies = await store.hasReplies(id)
      if (access.isAuthor) return { ...detail, directionLocked: access.reader.isLocked }
      const isHidden = vote.noteHiddenAt !== null
      if (isHidden && (await accountStore.adminLevel(user.id)) <= 0) {
        return toVoteDetail(withoutNote(vote), currentPrice)
      }
      await gate.lock(user.id, vote, access, asks)
      views.add('vote', id, `user ${user.id}`)
      return detail
    },

    /** A page of the user's own votes, newest first. */
    listOwn: (user: AccessTokenClaims, page: number): Promise<VoteList> =>
      store.listOwn(user.id, page),

    /** A vote as the public lists show it, without its note. */
    async item(id: number): Promise<VoteItem> {
      const item = await store.item(id)
      if (!item) throw new ApiError('NOT_FOUND')
      return item
    },

    /** Toggles a reaction to another's vote. */
    async react(user: AccessTokenClaims, id: number, reaction: Reaction): Promise<ReactionState> {
      const { access } = await findReadable(user, id)
      if (access.isAuthor) throw new ApiError('OWN_POST')
      const state = await reactions.toggle(id, user.id, reaction)
      bus.publish('reaction', { kind: 'vote', id })
      return state
    },
  }
}
