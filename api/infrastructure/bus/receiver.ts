import type { Clock } from '#api/infrastructure/clock.ts'
import type { Envelope } from './envelope.ts'

/**
 * A process that has been silent for this long is taken for dead. Until then it may be one that
 * writes to the database and cannot reach the bus, so what is kept here is doubted all the while.
 */
export const FORGET_MS = 600_000
/** Processes remembered at most; beyond it the one silent for the longest is forgotten. */
const SENDERS_MAX = 256

interface Sender {
  seq: number
  heardAt: number
}

/** What to do about a message. */
export interface Verdict {
  /** Its events are new. */
  isNews: boolean
  /** Messages before it were lost after this instant; null when none was. */
  lostSince: number | null
}

/** Keeps count of the other processes, by their messages. */
export interface Receiver {
  judge(envelope: Envelope): Verdict
  /** When the process that was silent longest was last heard, if that is before `instant`. */
  silentSince(instant: number): number | null
  /** Processes that are known. */
  size(): number
}

/**
 * Finds what was lost by each sender's numbers.
 *
 * A sender that is not known and has counted already is a gap as well: it may be one that has been
 * here for long while this process is new, but just as well one whose first words were lost. The
 * first is told apart from the second by nothing a receiver has, and costs no more than reading anew
 * what a new process has hardly read yet. What makes it right in both cases: a process hears the bus
 * before it reads anything that it keeps, and publishes after it has committed, so whatever it has
 * not heard of it has read.
 */
export function createReceiver(clock: Clock): Receiver {
  const startedAt = clock.now()
  /** In the order in which they were last heard, the longest silent first. */
  const senders = new Map<string, Sender>()

  const note = (from: string, seq: number) => {
    senders.delete(from)
    senders.set(from, { seq, heardAt: clock.now() })
    const [oldest] = senders.keys()
    if (senders.size > SENDERS_MAX && oldest !== undefined) senders.delete(oldest)
  }

  return {
    judge({ from, seq, events, bye }) {
      const known = senders.get(from)
      const expected = (known?.seq ?? 0) + (events.length > 0 ? 1 : 0)
      // Heard before, or found missing before and told so.
      const isOld = seq < expected
      note(from, isOld ? (known?.seq ?? 0) : seq)
      if (bye) senders.delete(from)
      const lostSince = seq > expected ? (known?.heardAt ?? startedAt) : null
      return { isNews: !isOld && events.length > 0, lostSince }
    },
    silentSince(instant) {
      for (const [from, { heardAt }] of senders) {
        if (clock.now() - heardAt > FORGET_MS) senders.delete(from)
        else return heardAt < instant ? heardAt : null
      }
      return null
    },
    size: () => senders.size,
  }
}
