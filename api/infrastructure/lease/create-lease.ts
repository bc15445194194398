import { type Clock, every } from '#api/infrastructure/clock.ts'
import { within } from '#api/infrastructure/within.ts'
import type { Lease, LeaseStore } from './lease.ts'

/** How long the lease lasts in the database after an ask. */
export const LASTS_MS = 6_000
/** How often it is asked for, by its holder and by all who wait for it. */
export const ASK_EVERY_MS = 2_000
/** So long after its last good ask the holder lets go by itself, before another can have it. */
export const TRUSTED_MS = 5_000
/** An ask that has no answer by then has failed, and the next one may be sent. */
const ANSWER_MS = 1_900
/**
 * An ask may take effect though its answer is never heard. Who has not heard two leaves out the next
 * three, or it would keep the lease from others without having it.
 */
const MOST_UNHEARD = 2
const LEFT_OUT = 3
/** A stop does not wait longer for the database than this. */
const RELEASE_MS = 2_000

interface LeaseLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface LeaseParts {
  store: LeaseStore
  clock: Clock
  /** Who asks: a UUID of its own for every process that is started. */
  holder: string
  /** Which lease. */
  name?: string
  log: LeaseLog
}

/** One question to the store, and what may still come of it. */
interface Ask {
  /** When it was sent, by the clock of this process. */
  sentAt: number
  term: number
  /** Its answer would come too late. */
  isOver: boolean
  cancelEnd: () => void
}

/**
 * A lease kept in the database. There it lasts from when the database hears the ask; here from when
 * the ask was sent, and a second less: so it has ended here before another can have it, however late
 * answers and timers come. A clock of this process that is set, in either direction, ends it as well
 * until the next ask: age is judged both by that clock and by a timer.
 */
export function createLease({ store, clock, holder, name = 'keeper', log }: LeaseParts): Lease {
  const listeners = new Set<(isHeld: boolean) => void>()
  /** The ask by which it is held. */
  let held: Ask | null = null
  let term = 0
  let failures = 0
  let unheard = 0
  let leftOut = 0
  let isStopped = false
  let asking: Promise<void> | null = null
  let stopAsking = () => {}

  const isYoung = ({ sentAt }: Ask) => {
    const age = clock.now() - sentAt
    return age >= 0 && age < TRUSTED_MS
  }
  const isHeld = () => held !== null && isYoung(held)

  const tell = (now: boolean) => {
    for (const listener of listeners) {
      try {
        listener(now)
      } catch (error) {
        log.warn({ lease: name, err: error }, 'a listener of the lease failed')
      }
    }
  }

  const letGo = (write: () => void) => {
    if (held === null) return
    held.cancelEnd()
    held = null
    write()
    tell(false)
  }
  const lose = (why: string) =>
    letGo(() => log.warn({ lease: name, term, why }, 'the lease is lost'))

  const take = (ask: Ask) => {
    const before = held
    before?.cancelEnd()
    held = ask
    term = ask.term
    unheard = 0
    leftOut = 0
    if (before?.term === term) return
    log.info({ lease: name, term, holder }, 'the lease is taken')
    if (before === null) tell(true)
  }

  const hear = (ask: Ask, answer: number | null) => {
    const isOutdated = held !== null && held.sentAt > ask.sentAt
    if (isStopped || isOutdated || ask.isOver || !isYoung(ask)) return ask.cancelEnd()
    if (answer !== null) return take(Object.assign(ask, { term: answer }))
    ask.cancelEnd()
    lose('another process has it')
  }

  const send = async () => {
    if (held !== null && !isYoung(held)) lose('not renewed in time')
    const ask: Ask = { sentAt: clock.now(), term: 0, isOver: false, cancelEnd: () => {} }
    ask.cancelEnd = clock.after(TRUSTED_MS, () => {
      ask.isOver = true
      if (held === ask) lose('not renewed in time')
    })
    try {
      const answer = store.ask(name, holder, LASTS_MS).then((given) => hear(ask, given))
      if (await within(clock, ANSWER_MS, answer)) return
      failures += 1
      unheard += 1
      if (unheard >= MOST_UNHEARD) leftOut = LEFT_OUT
      log.warn({ lease: name }, 'the database does not answer an ask for the lease')
      // It may still answer, or fail, when nobody waits for it any more.
      answer.catch(ask.cancelEnd)
    } catch (error) {
      ask.cancelEnd()
      failures += 1
      log.warn({ lease: name, err: error }, 'the lease could not be asked for')
    }
  }

  const askNow = () => {
    asking ??= send().finally(() => {
      asking = null
    })
    return asking
  }

  const askInTurn = () => {
    if (held !== null || leftOut === 0) void askNow()
    else leftOut -= 1
  }

  return {
    isHeld,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      stopAsking = every(clock, ASK_EVERY_MS, askInTurn)
      return askNow()
    },
    async stop() {
      isStopped = true
      stopAsking()
      letGo(() => log.info({ lease: name, term }, 'the lease is given back'))
      const release = (asking ?? Promise.resolve()).then(() => store.release(name, holder))
      try {
        await within(clock, RELEASE_MS, release)
      } catch (error) {
        log.warn({ lease: name, err: error }, 'the lease could not be given back; it runs out')
      }
    },
    stats: () => ({ isHeld: isHeld(), term, failures }),
  }
}
