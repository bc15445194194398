import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Market } from '#api/market/market.ts'
import { publishAlerts } from '#api/modules/notifications/publish-alerts.ts'
import { type Chances, chances } from '#shared/rules/offer.ts'
import { fairValue } from '#shared/rules/offer-value.ts'
import { HOUR_MS, WEEK_MS } from '#shared/rules/time.ts'
import { nextWorthCrossing, WORTH_PAUSE_MS } from '#shared/rules/worth-alert.ts'
import { createSteps } from './steps.ts'
import type { OpenCall, WatchedWorth, WorthMove, WorthStore } from './worth-store.ts'

/** Of four prices a second each reckons a quarter of the people: worths change slowly, and the thread stays free. */
const SHARES = 4
const READ_ROWS = 2_000
const STORE_ROWS = 500
/** Later the worth is elsewhere. */
const PUSH_MAX_MS = 4 * HOUR_MS

interface WorthWatchDeps {
  store: Pick<WorthStore, 'watchedAfter' | 'watchedOf' | 'storeMoves'>
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

/** The chances of a round under a version of the rule, which all its calls share; null once its target has passed. */
interface Quoted extends Pick<OpenCall, 'refPrice' | 'targetDate' | 'version'> {
  present: Chances | null
}

interface Watched extends Omit<WatchedWorth, 'calls'> {
  text: string
  calls: readonly (OpenCall & { quoted: Quoted })[]
}

/** People by id, in equal parts. */
const createShares = () => Array.from({ length: SHARES }, () => new Map<number, Watched>())

/** Points that calls are worth together; null once a target has passed, and until its settlement. */
function worthOf(calls: Watched['calls']): number | null {
  let worth = 0
  for (const { quoted, choice, hit, miss, carried } of calls) {
    if (quoted.present === null) return null
    worth += carried
    if (choice !== 'unknown') worth += fairValue(quoted.present[choice], { hit, miss })
  }
  return worth
}

/**
 * Watches what the open calls of everybody with a mark are worth, in the instance that runs the feed. The
 * chances of a round are reckoned once for all its calls of a version.
 */
export function createWorthWatch(deps: WorthWatchDeps) {
  const { store, market, bus, sendPush, clock, log } = deps
  const steps = createSteps({ clock, log, what: 'worths of open calls' })
  let people = createShares()
  const quotes = new Map<string, Quoted>()
  let isRunning = false
  let share = 0
  let changedUsers = new Set<number>()
  let changedVotes = new Set<number>()
  let stopListening = () => {}

  const toWatched = (person: WatchedWorth): Watched => {
    const calls = person.calls.map((call) => {
      const { roundId, refPrice, targetDate, version } = call
      const key = `${roundId} ${version}`
      const quoted = quotes.get(key) ?? { refPrice, targetDate, version, present: null }
      quotes.set(key, quoted)
      return { ...call, quoted }
    })
    return { ...person, calls, text: callsText(calls) }
  }

  const load = async () => {
    const fresh = createShares()
    let rows = await store.watchedAfter(0, clock.now(), READ_ROWS)
    while (rows.length > 0 && isRunning) {
      for (const person of rows)
        fresh[person.userId % SHARES]?.set(person.userId, toWatched(person))
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
      for (const userId of users) people[userId % SHARES]?.delete(userId)
      for (const person of rows) {
        const { userId, calls } = person
        if (calls.length === 0) people[userId % SHARES]?.delete(userId)
        else people[userId % SHARES]?.set(userId, toWatched(person))
      }
    } catch (error) {
      for (const userId of users) changedUsers.add(userId)
      for (const voteId of votes) changedVotes.add(voteId)
      throw error
    }
  }

  const quote = (priceNow: string, s60: number, now: number) => {
    for (const [key, quoted] of quotes) {
      const { refPrice, targetDate, version } = quoted
      const isOpen = targetDate > now
      quoted.present = isOpen
        ? chances({ priceNow, refPrice, s60, now, targetDate }, version)
        : null
      if (targetDate < now - WEEK_MS) quotes.delete(key)
    }
  }

  const storeMoves = (moves: readonly WorthMove[], price: string, now: number) => async () => {
    const silentSince = now - WORTH_PAUSE_MS
    const at = { moves, price, now, silentSince, pushUntil: now + PUSH_MAX_MS }
    const notified = await store.storeMoves(at)
    publishAlerts(bus, notified)
    if (notified.length > 0) void sendPush()
  }

  const onPrice = (price: string) => {
    const now = clock.now()
    const s60 = market.s60()
    share = (share + 1) % SHARES
    if (share === 0 && changedUsers.size + changedVotes.size > 0) steps.addOnce(reload)
    const reckoned = people[share]
    if (!reckoned || reckoned.size === 0 || s60 === null) return
    quote(price, s60, now)
    const moves: WorthMove[] = []
    for (const person of reckoned.values()) {
      const { userId, mark, text, position: from, knownCalls: fromCalls } = person
      const worth = worthOf(person.calls)
      if (worth === null) continue
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
          if (event !== 'logged') steps.addOnce(load)
        }),
        bus.onInvalidateAll(() => steps.addOnce(load)),
      ]
      stopListening = () => {
        for (const unsubscribe of subscriptions) unsubscribe()
      }
      steps.addOnce(load)
    },

    /** Resolves once what has begun is stored or given up. */
    async stop(): Promise<void> {
      stopListening()
      isRunning = false
      await steps.stop()
      people = createShares()
    },

    /** Resolves once the crossings of prices until now are stored. */
    settled: steps.settled,

    stats: () => ({ ...steps.stats(), people: people.reduce((sum, { size }) => sum + size, 0) }),
  }
}

export type WorthWatch = ReturnType<typeof createWorthWatch>
