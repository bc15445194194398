import type { AppEventBus } from '#api/events.ts'
import { type Cached, cached } from '#api/infrastructure/cached.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { SeasonStatus } from '#shared/contract/users.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { isSeason, rankedSince, SEASON_MIN_CALLS, seasonOf } from '#shared/rules/season.ts'
import type { RankList } from './rank-list.ts'
import type { StandingStore } from './standings-store.ts'

/** Shortest time between two readings of a list for people who became old enough. */
const REFRESH_MS = 10_000

export interface StandingsDeps {
  store: Pick<StandingStore, 'list' | 'membersWithCalls' | 'seasons' | 'frozen' | 'finalRank'>
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  clock: Pick<Clock, 'now'>
}

/** The data of a person on which a rank depends. Instants are epoch milliseconds. */
export interface RankedPerson {
  userId: number
  created: number
  ranksFrom: number | null
  banned: boolean
  /** Calls in the list; settled votes for `all`. */
  calls: number
}

export interface Standing {
  rank: number | null
  status: SeasonStatus
  /** When the account will be old enough; null when it is. */
  ranksFrom: number | null
}

/** Calls that a list needs; `all` counts settled votes. */
export const neededCalls = (name: string): number => (isSeason(name) ? SEASON_MIN_CALLS : 1)

export type Standings = ReturnType<typeof createStandings>

/**
 * Caches the live rankings. After a settlement they are read again at once, and readers get the previous
 * ones meanwhile: with a million votes a reading takes seconds. A ban or an erasure makes readers wait.
 * No event announces when an account becomes old enough.
 */
export function createStandings({ store, bus, clock }: StandingsDeps) {
  const lists = new Map<string, Cached<{ list: RankList; until: number }>>()
  const seasons = cached(() => store.seasons())
  const members = cached(() => store.membersWithCalls(SEASON_MIN_CALLS, clock.now()))
  const listeners: (() => void)[] = []
  const notify = () => {
    for (const listener of listeners) listener()
  }

  const forget = () => {
    for (const list of lists.values()) list.markStale()
    seasons.markStale()
    members.markOutdated()
    notify()
  }
  const prepare = () => {
    for (const list of lists.values()) {
      list.markOutdated()
      // Readers repeat a failed first reading.
      Promise.resolve(list.get()).catch(() => {})
    }
    members.markOutdated()
  }
  bus.on('round', ({ event }) => {
    if (event !== 'opened' && event !== 'settled') return
    seasons.markStale()
    if (event === 'settled') prepare()
    notify()
  })
  bus.on('season', ({ season }) => {
    lists.delete(season)
    notify()
  })
  bus.on('moderation', ({ target }) => target === 'user' && forget())
  bus.onInvalidateAll(forget)

  const read = async (name: string) => {
    const now = clock.now()
    const list = await store.list(name, now)
    const until = Math.max(list.changesAt ?? Number.POSITIVE_INFINITY, now + REFRESH_MS)
    return { list, until }
  }
  const list = async (name: string): Promise<RankList> => {
    const own = lists.get(name) ?? cached(() => read(name), notify)
    lists.set(name, own)
    const found = await own.get()
    if (clock.now() < found.until) return found.list
    own.markStale()
    return (await own.get()).list
  }
  /** The season of the newest open target. */
  const currentSeason = () => seasonOf(liveRound(clock.now()).targetDate)

  const knownSeasons = async (): Promise<string[]> =>
    [...new Set([currentSeason(), ...(await seasons.get())])].sort().reverse()

  return {
    list,
    currentSeason,
    knownSeasons,

    /**
     * People in `all` with the calls of a ranked season. The previous number while they are counted again:
     * it only scales how many would be where they are by luck.
     */
    rankedMembers: (): number | Promise<number> => members.get(),

    /** Whether `list` returns a ranking that is being read again; listeners are called when it is read. */
    isOutdated: (name: string): boolean => lists.get(name)?.isOutdated() ?? false,

    /** @throws ApiError NOT_FOUND for a season without rounds */
    async check(name: string): Promise<void> {
      if (isSeason(name) && !(await knownSeasons()).includes(name)) throw new ApiError('NOT_FOUND')
    },

    /** Rank of a person in a live or final list, or why there is none. */
    async of(name: string, person: RankedPerson): Promise<Standing> {
      const isFinal = isSeason(name) && (await store.frozen(name)) !== null
      const rank = isFinal
        ? await store.finalRank(name, person.userId)
        : (await list(name)).rankOf(person.userId)
      const since =
        name === 'all' ? (person.ranksFrom ?? 0) : rankedSince(person.created, person.ranksFrom)
      const ranksFrom = since > clock.now() ? since : null
      if (person.banned) return { rank: null, status: 'banned', ranksFrom }
      if (rank !== null) return { rank, status: 'ranked', ranksFrom }
      const isShort = person.calls < neededCalls(name)
      return { rank, status: isShort ? 'few-calls' : 'young', ranksFrom }
    },

    /** Calls `listener` after every change that may move ranks, and once rankings have been read again. */
    onChange(listener: () => void): void {
      listeners.push(listener)
    },
  }
}
