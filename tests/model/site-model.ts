import type { ErrorCode } from '#shared/contract/errors.ts'
import type { Reaction } from '#shared/contract/reactions.ts'
import type { Offer } from '#shared/contract/rounds.ts'
import type { VoteCounts } from '#shared/contract/summary.ts'
import type { Direction as Outcome, VoteChoice } from '#shared/rules/band.ts'
import { liveRound, type Round, roundAt, waitingRound } from '#shared/rules/schedule.ts'

const HOUR = 3_600_000

/** A vote or post with reactions. Instants are epoch milliseconds. */
interface Written {
  id: number
  userId: number
  created: number
  content: string
  reactions: Map<number, Reaction>
}

export interface ModelVote extends Written {
  refDate: number
  choice: VoteChoice
  offer: Offer
  /** Null until settled. */
  points: number | null
}

export interface ModelPost extends Written {
  board: 'frees' | 'suggestions'
}

export interface ModelStanding {
  userId: number
  points: number
  settled: number
  firstVote: number
}

/** The error code; null when the action is allowed. */
type Verdict = ErrorCode | null

export type SiteModel = ReturnType<typeof createSiteModel>

/** A minimal model of the site's rules: lists in memory, no counters. */
export function createSiteModel() {
  const votes: ModelVote[] = []
  const posts: ModelPost[] = []
  const outcomes = new Map<number, Outcome | 'void'>()

  const ownVoteIn = (userId: number, round: Round) =>
    votes.find((vote) => vote.userId === userId && vote.refDate === round.refDate)

  const editable = ({ created }: Written, now: number): Verdict =>
    now - created < HOUR ? null : 'EDIT_WINDOW_CLOSED'

  const counts = ({ refDate }: Round): VoteCounts => {
    const counted = { up: 0, steady: 0, down: 0, unknown: 0 }
    for (const vote of votes) if (vote.refDate === refDate) counted[vote.choice]++
    return counted
  }

  return {
    votes,
    posts,

    mayCast: (userId: number, now: number): Verdict =>
      ownVoteIn(userId, liveRound(now)) ? 'ALREADY_VOTED' : null,

    lastVoteOf: (userId: number) => votes.findLast((vote) => vote.userId === userId),

    mayEditVote(vote: ModelVote, choice: VoteChoice, now: number): Verdict {
      const closed = vote.refDate !== liveRound(now).refDate
      return editable(vote, now) ?? (closed && choice !== vote.choice ? 'DIRECTION_FROZEN' : null)
    },

    mayEditPost: editable,

    mayReadVote: (userId: number, vote: ModelVote, now: number): Verdict =>
      vote.userId === userId || ownVoteIn(userId, liveRound(now)) ? null : 'VOTE_REQUIRED',

    react({ reactions }: Written, userId: number, reaction: Reaction) {
      if (reactions.get(userId) === reaction) reactions.delete(userId)
      else reactions.set(userId, reaction)
    },

    reactionsTo({ reactions }: Written, userId: number) {
      const all = [...reactions.values()]
      const likes = all.filter((reaction) => reaction === 'like').length
      return { likes, dislikes: all.length - likes, userReaction: reactions.get(userId) ?? null }
    },

    tallies: (now: number) => ({
      waiting: counts(waitingRound(now)),
      live: counts(liveRound(now)),
    }),

    /** Rounds with votes whose target has passed and that have no outcome yet, oldest first. */
    due(now: number): Round[] {
      const refDates = new Set(votes.map(({ refDate }) => refDate))
      return [...refDates]
        .filter((refDate) => !outcomes.has(refDate))
        .map(roundAt)
        .filter(({ targetDate }) => targetDate <= now)
    },

    settle({ refDate }: Round, outcome: Outcome | 'void') {
      outcomes.set(refDate, outcome)
      for (const vote of votes) {
        if (vote.refDate !== refDate) continue
        const worthless = outcome === 'void' || vote.choice === 'unknown'
        const worth = vote.choice === outcome ? vote.offer.hit : vote.offer.miss
        vote.points = worthless ? 0 : worth
      }
    },

    /** All voters, best first. */
    ranking(): ModelStanding[] {
      const standings = new Map<number, ModelStanding>()
      for (const { userId, points, created } of votes) {
        const found = standings.get(userId) ?? { userId, points: 0, settled: 0, firstVote: created }
        found.points += points ?? 0
        found.settled += points === null ? 0 : 1
        standings.set(userId, found)
      }
      return [...standings.values()].sort(
        (a, b) =>
          b.points - a.points ||
          b.settled - a.settled ||
          a.firstVote - b.firstVote ||
          a.userId - b.userId,
      )
    },
  }
}
