import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { SummaryService } from '#api/modules/summary/service.ts'
import type { NewestVotes } from '#shared/contract/stream.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import type { VoteList } from '#shared/contract/votes.ts'

/** Votes and posts come in bursts, so at most four messages a second announce them (ms). */
export const BURST_PAUSE_MS = 250

interface LiveSummaryDeps {
  summary: Pick<SummaryService, 'current'>
  /** The first page of the list of votes, newest first. */
  firstVotes: () => Promise<VoteList>
  hasVotesSubscribers: () => boolean
  /** `votes` is null without subscribers, or when they could not be read: clients fetch them then. */
  publish: (summary: VoteSummary, votes: NewestVotes | null) => void
  clock: Clock
  log: Log
}

/** The part of a summary that changes with votes, rounds and candles. */
const countsOf = ({ target1, target2, s60, dayMark }: VoteSummary) =>
  JSON.stringify([target1, target2, s60, dayMark])

/** Publishes the summary after changes of its counts, with the votes since the one before. */
export function createLiveSummary(deps: LiveSummaryDeps) {
  const { summary, firstVotes, hasVotesSubscribers, publish, clock, log } = deps
  let isScheduled = false
  let publishedAt = Number.NEGATIVE_INFINITY
  /** The last published counts, to skip summaries without a change. */
  let lastCounts = ''
  /** Id of the newest vote that was published; 0 before the first. */
  let newestVote = 0

  const readVotes = async () => (hasVotesSubscribers() ? firstVotes().catch(() => null) : null)

  /** Votes of the first page that were not published yet. */
  const unpublished = ({ posts, pagination }: VoteList): NewestVotes => {
    const items = posts.filter(({ id }) => id > newestVote)
    const after = newestVote > 0 && items.length < posts.length ? newestVote : null
    newestVote = Math.max(newestVote, posts[0]?.id ?? 0)
    return { after, items, total: pagination.totalPosts }
  }

  const publishNow = async () => {
    isScheduled = false
    publishedAt = clock.now()
    try {
      const [current, page] = await Promise.all([summary.current(), readVotes()])
      const counts = countsOf(current)
      if (counts === lastCounts) return
      lastCounts = counts
      publish(current, page && unpublished(page))
    } catch (error) {
      log.warn({ err: error }, 'no summary to publish')
    }
  }

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    clock.after(BURST_PAUSE_MS, () => void publishNow())
  }

  return {
    /** Publishes within a quarter of a second. */
    schedule,

    /** Publishes the first vote of a burst at once; readers see it within a second. */
    onVote() {
      const elapsed = clock.now() - publishedAt
      const isPause = isScheduled || (elapsed >= 0 && elapsed < BURST_PAUSE_MS)
      if (isPause) schedule()
      else void publishNow()
    },
  }
}
