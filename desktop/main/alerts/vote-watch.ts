import type { MainSession } from '#desktop/main/session/session.ts'
import { type OwnVote, OwnVotes } from '#shared/contract/profile.ts'

const PAUSE_MS = 60_000

/** A question to the server, asked once at a time. `now` is epoch milliseconds of the local clock. */
export function createRequestSlot(now: () => number) {
  let isAsking = false
  let notBefore = Number.NEGATIVE_INFINITY
  return {
    /** Whether it may be asked: it is not under way, and did not fail within a minute. */
    isFree: () => !isAsking && now() >= notBefore,
    /** Never rejects; `onFailure` hears that there was no answer. */
    async ask(question: () => Promise<void>, onFailure = () => {}): Promise<void> {
      isAsking = true
      try {
        await question()
      } catch {
        notBefore = now() + PAUSE_MS
        onFailure()
      } finally {
        isAsking = false
      }
    },
  }
}

interface VoteWatchDeps {
  session: Pick<MainSession, 'user' | 'request'>
  /** The local clock, epoch milliseconds. */
  now: () => number
}

/** Votes that are looked at: half a year of them. */
const NEWEST = 50
/** How often a vote whose target has passed is looked at again. */
const OVERDUE_MS = 5 * 60_000

/**
 * Asks for the own votes of whoever is signed in when there is a reason: somebody signed in, something
 * was settled, or a target has passed and nobody said that it settled, as where no stream gets through.
 */
export function createVoteWatch({ session, now }: VoteWatchDeps) {
  const question = createRequestSlot(now)
  let userId: number | null = null
  let isDue = false
  /** The next target of an own vote, epoch milliseconds. */
  let awaited = Number.POSITIVE_INFINITY
  let lookedAt = Number.NEGATIVE_INFINITY

  const isOverdue = (serverNow: number) => serverNow >= awaited && now() - lookedAt >= OVERDUE_MS

  const keepAwaited = (votes: readonly OwnVote[]) => {
    const waiting = votes.filter(({ settledAt }) => settledAt === null)
    awaited = Math.min(...waiting.map(({ targetTime }) => Date.parse(targetTime)))
  }

  return {
    /** Something may have been settled. */
    requestCheck() {
      isDue = true
    },
    /**
     * Looks if there is a reason, and hands on what was found. `serverNow` is epoch milliseconds.
     * After a failure the reason stays. Never rejects.
     */
    async look(serverNow: number, onVotes: (userId: number, votes: readonly OwnVote[]) => void) {
      const user = session.user()
      if (user?.id !== userId) {
        userId = user?.id ?? null
        isDue = true
      }
      if (!user || !(isDue || isOverdue(serverNow)) || !question.isFree()) return
      isDue = false
      lookedAt = now()
      const ask = async () => {
        const votes = await session.request(OwnVotes, `/profile/votes?limit=${NEWEST}`)
        // Somebody else may have signed in meanwhile; their own look follows.
        if (session.user()?.id !== user.id) return
        keepAwaited(votes)
        onVotes(user.id, votes)
      }
      await question.ask(ask, () => {
        isDue = true
      })
    },
  }
}
