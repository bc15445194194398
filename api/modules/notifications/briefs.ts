import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createRepeatingJob } from '#api/infrastructure/repeating-job.ts'
import type { BriefAlert } from '#shared/contract/alerts.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import { localDayEnd, nextBrief } from '#shared/rules/brief.ts'
import { mondayOf, weekOf } from '#shared/rules/iso-week.ts'
import { type DayMark, openWorth } from '#shared/rules/open-worth.ts'
import { periodEnd } from '#shared/rules/schedule.ts'
import { dayStart, HOUR_MS, MINUTE_MS, WEEK_MS } from '#shared/rules/time.ts'
import type { BriefStore, Calls, DueBrief } from './brief-store.ts'
import { publishAlerts } from './publish-alerts.ts'

const CHECK_EVERY_MS = 10_000
/** A later brief is left out. */
const LATE_MS = 3 * HOUR_MS
/** How long a brief waits for the reference price and the mark of a 00:00 UTC, which take seconds. */
const MIDNIGHT_WAIT_MS = 15 * MINUTE_MS
/** Later the price is elsewhere. */
const PUSH_MAX_MS = 4 * HOUR_MS

interface BriefsDeps {
  store: BriefStore
  summary: { current(): Promise<VoteSummary> }
  /** Sends due push messages. */
  sendPush: () => Promise<void>
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
  log: Log
}

/** The market of a run of the job. */
interface Moment {
  now: number
  price: string
  s60: number
  rounds: BriefAlert['rounds']
  mark: DayMark | null
  /** Whether the last 00:00 UTC has its prices. */
  isComplete: boolean
}

/** The moment to write briefs at; null while there is no current price. */
function momentOf(summary: VoteSummary, now: number): Moment | null {
  const { target1, target2, price, s60, dayMark } = summary
  if (!price || price.freshness === 'stale' || s60 === undefined) return null
  const rounds = [target1, target2].flatMap(({ refDate, targetDate, refPrice }) =>
    refPrice === null
      ? []
      : [{ refDate, targetDate, change: Number(price.value) / Number(refPrice) - 1 }],
  )
  const mark = dayMark ? { ...dayMark, time: Date.parse(dayMark.time) } : null
  const isComplete = mark !== null && rounds.length === 2
  return { now, price: price.value, s60, rounds, mark, isComplete }
}

/** The brief of a person with these open calls. */
function briefOf(
  { now, price, s60, rounds, mark }: Moment,
  zone: string,
  { open, settledPoints, replies }: Calls,
): BriefAlert {
  // Right after the mark nothing has changed since.
  const isOld = mark !== null && now - mark.time >= HOUR_MS
  const worth = openWorth(open, { price, s60, now }, isOld ? mark : null)
  const end = periodEnd(now)
  return {
    price,
    rounds,
    openCalls: worth && { ...worth, since: new Date(mark?.time ?? now).toISOString() },
    lastWeek:
      settledPoints === null ? null : { week: weekOf(now - WEEK_MS), points: settledPoints },
    periodEnd: end < localDayEnd(now, zone) ? new Date(end).toISOString() : null,
    ...(replies > 0 && { replies }),
  }
}

/**
 * Creates the brief of each person once a day, at the hour of their choice. Only the owner of the job lock
 * runs it; two owners may overlap.
 */
export function createBriefs({ store, summary, sendPush, bus, clock, log }: BriefsDeps) {
  let failures = 0

  const isLate = ({ due }: DueBrief, now: number) => now - due > LATE_MS

  /** @returns whether any was due, and more may be */
  const runBatch = async (now: number, moment: Moment | null): Promise<boolean> => {
    const wait = moment === null ? LATE_MS + 1 : moment.isComplete ? 0 : MIDNIGHT_WAIT_MS
    const monday = mondayOf(now)
    const isWanted = (due: DueBrief) => due.isSignedIn && !isLate(due, now)
    const { notified, isEmpty } = await store.runBatch({
      dueUntil: now - wait,
      now,
      pushUntil: now + PUSH_MAX_MS,
      needsVotes: isWanted,
      settledIn: dayStart(now) === monday ? [monday - WEEK_MS, monday] : null,
      plan: (due, calls) => ({
        // Late briefs may be followed by others that are not.
        next: nextBrief(isLate(due, now) ? now - LATE_MS : now, due),
        brief: moment && isWanted(due) ? briefOf(moment, due.zone, calls) : null,
      }),
    })
    publishAlerts(bus, notified)
    if (notified.length > 0) void sendPush()
    return !isEmpty
  }

  const work = async (shouldContinue: () => boolean) => {
    try {
      for (let isMore = true; isMore && shouldContinue(); ) {
        const current = await summary.current()
        const now = clock.now()
        isMore = await runBatch(now, momentOf(current, now))
      }
    } catch (error) {
      failures += 1
      log.error({ err: error }, 'briefs were not created; retrying')
    }
  }

  return {
    ...createRepeatingJob({ clock, intervalMs: CHECK_EVERY_MS, work }),
    stats: () => ({ failures }),
  }
}
