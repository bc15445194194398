import { RESEND_MS } from '#api/modules/account/author-sql.ts'
import type { ErrorCode } from '#shared/contract/error-codes.ts'
import type { Reaction } from '#shared/contract/reactions.ts'
import type { VoteCounts } from '#shared/contract/summary.ts'
import type { Direction as Outcome, VoteChoice } from '#shared/rules/band.ts'
import { type PricedVote, settledPoints } from '#shared/rules/offer-value.ts'
import { liveRound, type Round, roundAt, waitingRound } from '#shared/rules/schedule.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

/** A vote or post with reactions. Instants are epoch milliseconds. */
interface Written {
  id: number
  userId: number
  created: number
  content: string
  reactions: Map<number, Reaction>
}

export interface ModelVote extends Written, PricedVote {
  refDate: number
  /** Null until settled. */
  points: number | null
}

export interface ModelPost extends Written {
  board: 'frees' | 'suggestions'
}

export interface ModelUserStats {
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
  /** Users who have read another note, by round. */
  const readers = new Map<number, Set<number>>()

  const ownVoteIn = (userId: number, round: Pick<Round, 'refDate'>) =>
    votes.find((vote) => vote.userId === userId && vote.refDate === round.refDate)

  const editable = ({ created }: Written, now: number): Verdict =>
    now - created < HOUR_MS ? null : 'EDIT_WINDOW_CLOSED'

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
      const late = editable(vote, now)
      if (late !== null || choice === vote.choice) return late
      if (vote.refDate !== liveRound(now).refDate) return 'DIRECTION_FROZEN'
      return readers.get(vote.refDate)?.has(vote.userId) ? 'DIRECTION_LOCKED' : null
    },

    /** Reading another note of the live round fixes the reader's direction in it. */
    read(userId: number, vote: ModelVote, now: number) {
      const { refDate } = liveRound(now)
      if (vote.userId === userId || vote.refDate !== refDate || vote.content === '') return
      readers.set(refDate, (readers.get(refDate) ?? new Set()).add(userId))
    },

    /** The post that is sent again: the newest of the person on the board, if it is young and the same. */
    resentPost(userId: number, board: ModelPost['board'], content: string, now: number) {
      const newest = posts.findLast((post) => post.userId === userId && post.board === board)
      const isSame = newest?.content === content && now - newest.created < RESEND_MS
      return isSame ? newest : null
    },

    mayEditPost: editable,

    mayReadVote(userId: number, vote: ModelVote, now: number): Verdict {
      const calledSettled = outcomes.has(vote.refDate) && ownVoteIn(userId, vote)
      const isOpen = vote.userId === userId || ownVoteIn(userId, liveRound(now)) || calledSettled
      return isOpen ? null : 'VOTE_REQUIRED'
    },

    mayReact(userId: number, { userId: author }: Written): ErrorCode | null {
      return userId === author ? 'OWN_POST' : null
    },

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
        vote.points = settledPoints(vote, outcome)
      }
    },

    /** Voters with a settled vote, best first. */
    ranking(): ModelUserStats[] {
      const statsByUser = new Map<number, ModelUserStats>()
      for (const { userId, points, created } of votes) {
        const found = statsByUser.get(userId) ?? {
          userId,
          points: 0,
          settled: 0,
          firstVote: created,
        }
        found.points += points ?? 0
        found.settled += points === null ? 0 : 1
        statsByUser.set(userId, found)
      }
      const ranked = [...statsByUser.values()].filter(({ settled }) => settled > 0)
      return ranked.sort(
        (a, b) =>
          b.points - a.points ||
          b.settled - a.settled ||
          a.firstVote - b.firstVote ||
          a.userId - b.userId,
      )
    },
  }
}
