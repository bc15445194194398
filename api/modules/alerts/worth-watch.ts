import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Market } from '#api/market/market.ts'
import { type Chances, chances } from '#shared/rules/offer.ts'
import { voteValue } from '#shared/rules/offer-value.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { nextWorthCrossing, WORTH_PAUSE_MS } from '#shared/rules/worth-alert.ts'
import { createSteps } from './steps.ts'
import type { OpenCall, WatchedWorth, WorthMove, WorthStore } from './worth-store.ts'

/** Pause between two reckonings, ms: the worth of a week's call changes slowly. */
const EVERY_MS = 1_000
const READ_ROWS = 2_000
const STORE_ROWS = 500
/** Later the worth is elsewhere. */
const PUSH_MAX_MS = 4 * HOUR_MS

interface WorthWatchDeps {
  store: WorthStore
  market: Pick<Market, 'onTick' | 's60'>
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll' | 'publish'>
  /** Sends the push messages that are due. */
  sendPush: () => Promise<void>
  clock: Clock
  log: Log
}

/** Another set of calls begins without a side: what a vote or a settlement moves is no news. */
const callsText = (calls: readonly OpenCall[]) =>
  calls.map(({ id, choice, carried }) => `${id}:${choice}:${carried}`).join(' ')

interface Watched extends WatchedWorth {
  text: string
}

const toWatched = (person: WatchedWorth): Watched => ({ ...person, text: callsText(person.calls) })

/**
 * Watches what the open calls of everybody with a mark are worth, in the instance that runs the feed. The
 * chances of a round are reckoned once for all its calls of a version.
 */
export function createWorthWatch(deps: WorthWatchDeps) {
  const { store, market, bus, sendPush, clock, log } = deps
  const steps = createSteps({ clock, log, what: 'worths of open calls' })
  let people = new Map<number, Watched>()
  let isRunning = false
  let reckonedAt = Number.NEGATIVE_INFINITY
  let changedUsers = new Set<number>()
  let changedVotes = new Set<number>()
  let stopListening = () => {}

  const load = async () => {
    const fresh = new Map<number, Watched>()
    let rows = await store.watchedAfter(0, clock.now(), READ_ROWS)
    while (rows.length > 0 && isRunning) {
      for (const person of rows) fresh.set(person.userId, toWatched(person))
      rows = await store.watchedAfter(rows.at(-1)?.userId ?? 0, clock.now(), READ_ROWS)
    }
    people = fresh
  }

  const reload = async () => {
    const [users, votes] = [changedUsers, changedVotes]
    changedUsers = new Set()
    changedVotes = new Set()
    try {
      const rows = await store.watchedOf([...users], [...votes], clock.now())
      for (const userId of users) people.delete(userId)
      for (const person of rows) people.set(person.userId, toWatched(person))
    } catch (error) {
      for (const userId of users) changedUsers.add(userId)
      for (const voteId of votes) changedVotes.add(voteId)
      throw error
    }
  }

  /** A function that values calls at a price; null for calls whose target has passed. */
  const valuer = (priceNow: string, s60: number, now: number) => {
    const known = new Map<string, Chances>()
    return ({ roundId, choice, hit, miss, version, carried, refPrice, targetDate }: OpenCall) => {
      if (targetDate <= now) return null
      const key = `${roundId} ${version}`
      const present =
        known.get(key) ?? chances({ priceNow, refPrice, s60, now, targetDate }, version)
      known.set(key, present)
      return carried + voteValue({ choice, offer: { hit, miss } }, present)
    }
  }

  const storeMoves = (moves: readonly WorthMove[], price: string, now: number) => async () => {
    const silentSince = now - WORTH_PAUSE_MS
    const at = { moves, price, now, silentSince, pushUntil: now + PUSH_MAX_MS }
    const notified = await store.storeMoves(at)
    if (notified.length === 0) return
    bus.publish('alerts', { notified })
    void sendPush()
  }

  const onPrice = (price: string) => {
    const now = clock.now()
    const s60 = market.s60()
    if (now - reckonedAt < EVERY_MS) return
    reckonedAt = now
    if (changedUsers.size + changedVotes.size > 0) steps.add(reload)
    if (people.size === 0 || s60 === null) return
    const worthOf = valuer(price, s60, now)
    const moves: WorthMove[] = []
    for (const person of people.values()) {
      const { userId, mark, text, position: from, knownCalls: fromCalls } = person
      let worth = 0
      let isOpen = true
      for (const call of person.calls) {
        const value = worthOf(call)
        isOpen &&= value !== null
        worth += value ?? 0
      }
      // The settlement changes the calls.
      if (!isOpen) continue
      const isSame = fromCalls === text
      const to = nextWorthCrossing(mark, isSame ? from : null, worth)
      if (isSame && from?.side === to.side && from.isArmed === to.isArmed) continue
      const isCrossed = isSame && from !== null && from.side !== to.side
      moves.push({ userId, mark, fromCalls, from, calls: text, to, isCrossed, worth })
      person.position = to
      person.knownCalls = text
    }
    for (let first = 0; first < moves.length; first += STORE_ROWS) {
      steps.add(storeMoves(moves.slice(first, first + STORE_ROWS), price, now))
    }
  }

  return {
    start(): void {
      isRunning = true
      steps.start()
      const subscriptions = [
        market.onTick((tick) => onPrice(tick.price)),
        bus.on('levels', ({ userId }) => changedUsers.add(userId)),
        bus.on('vote', ({ voteId }) => changedVotes.add(voteId)),
        bus.on('round', ({ event }) => {
          if (event !== 'logged') steps.add(load)
        }),
        bus.onInvalidateAll(() => steps.add(load)),
      ]
      stopListening = () => {
        for (const unsubscribe of subscriptions) unsubscribe()
      }
      steps.add(load)
    },

    /** Resolves once what has begun is stored or given up. */
    async stop(): Promise<void> {
      stopListening()
      isRunning = false
      await steps.stop()
      people = new Map()
    },

    /** Resolves once the crossings of prices until now are stored. */
    settled: steps.settled,

    stats: () => ({ ...steps.stats(), people: people.size }),
  }
}

export type WorthWatch = ReturnType<typeof createWorthWatch>
