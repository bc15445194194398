import type { MainSession } from '#desktop/main/session/session.ts'
import { hasVoted } from '#desktop/main/tray/tray-view.ts'
import { type OwnVote, OwnVotes } from '#shared/contract/profile.ts'
import { canEdit } from '#shared/rules/edit-window.ts'
import type { Voter } from './round-alerts.ts'

const PAUSE_MS = 60_000

/**
 * Limits a request to one at a time, with a pause after a failure. `now` is local epoch
 * milliseconds.
 */
export function createSingleRequest(now: () => number) {
  let isRunning = false
  let failedAt = Number.NEGATIVE_INFINITY
  return {
    /** Whether a request may start: none is running, and none failed within a minute, before or after a clock's step. */
    mayStart: () => !isRunning && Math.abs(now() - failedAt) >= PAUSE_MS,
    /** Never rejects; calls `onFailure` instead. */
    async run(request: () => Promise<void>, onFailure = () => {}): Promise<void> {
      isRunning = true
      try {
        await request()
      } catch {
        failedAt = now()
        onFailure()
      } finally {
        isRunning = false
      }
    },
  }
}

interface VoteWatchDeps {
  session: Pick<MainSession, 'user' | 'request'>
  /** Local clock, epoch milliseconds. */
  now: () => number
}

/** Number of votes to check: half a year of them. */
const NEWEST = 50
/** Interval of checks while the newest vote can be edited. */
const EDITABLE_MS = 60_000
/** Interval of checks after a vote's target has passed. */
const OVERDUE_MS = 5 * 60_000
/** Interval of checks without a vote in the live round; above the lifetime of an access token. */
const UNVOTED_MS = 15 * 60_000

/**
 * Fetches the user's votes when needed: after a sign-in, a vote or a settlement, every minute while the
 * newest vote can be edited, or when a target has passed without a settlement event. Without a vote in
 * the live round a check also renews the claims, which bring a vote from another device.
 */
export function createVoteWatch({ session, now }: VoteWatchDeps) {
  const fetching = createSingleRequest(now)
  let voter: Voter | null = null
  /** Creation of the newest vote, epoch milliseconds. */
  let newestVote = Number.NEGATIVE_INFINITY
  let isDue = false
  /** Next target of an own vote, epoch milliseconds. */
  let nextTarget = Number.POSITIVE_INFINITY
  let checkedAt = Number.NEGATIVE_INFINITY

  const isOverdue = (serverNow: number) => {
    const since = Math.abs(now() - checkedAt)
    if (since >= EDITABLE_MS && canEdit(newestVote, serverNow)) return true
    if (since >= UNVOTED_MS && !hasVoted(voter, serverNow)) return true
    return serverNow >= nextTarget && since >= OVERDUE_MS
  }

  const updateNextTarget = (votes: readonly OwnVote[]) => {
    const waiting = votes.filter(({ settledAt }) => settledAt === null)
    newestVote = Math.max(...votes.map(({ created }) => Date.parse(created)))
    nextTarget = Math.min(...waiting.map(({ targetTime }) => Date.parse(targetTime)))
  }

  return {
    /** Requests a check: something may have been settled. */
    requestCheck() {
      isDue = true
    },
    /**
     * Fetches votes if needed and passes them on. `serverNow` is epoch milliseconds. A failed check
     * is repeated. Never rejects.
     */
    async check(serverNow: number, onVotes: (userId: number, votes: readonly OwnVote[]) => void) {
      const user = session.user()
      if (user?.id !== voter?.id || user?.lastVoteTime !== voter?.lastVoteTime) isDue = true
      voter = user
      if (!user || !(isDue || isOverdue(serverNow)) || !fetching.mayStart()) return
      isDue = false
      checkedAt = now()
      const fetchVotes = async () => {
        const votes = await session.request(OwnVotes, `/profile/votes?limit=${NEWEST}`)
        // The user may have changed; a check of the new user follows.
        if (session.user()?.id !== user.id) return
        updateNextTarget(votes)
        onVotes(user.id, votes)
      }
      await fetching.run(fetchVotes, () => {
        isDue = true
      })
    },
  }
}
