import type { AppEventBus } from '#api/events.ts'
import { cached } from '#api/infrastructure/cached.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { SeasonStatus, Stats } from '#shared/contract/users.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { isSeason, rankedSince, SEASON_MIN_CALLS, seasonOf } from '#shared/rules/season.ts'
import type { RankingStore } from './store.ts'

export interface RanksDeps {
  store: Pick<RankingStore, 'place' | 'size' | 'seasons' | 'frozen'>
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  clock: Pick<Clock, 'now'>
}

/** The data of a person on which a rank depends. Instants are epoch milliseconds. */
export interface RankedPerson {
  userId: number
  created: number
  ranksFrom: number | null
  banned: boolean
  /** Of the list, as they are now. */
  stats: Stats
}

export interface PersonRank {
  rank: number | null
  /** Those of the rank; the present ones without a rank. */
  stats: Stats
  status: SeasonStatus
  /** When the account will be old enough; null when it is. */
  ranksFrom: number | null
}

/** Calls that a list needs; `all` counts settled votes. */
export const neededVotes = (name: string): number => (isSeason(name) ? SEASON_MIN_CALLS : 1)

export type Ranks = ReturnType<typeof createRanks>

/** Ranks of people, and the lists that there are. */
export function createRanks({ store, bus, clock }: RanksDeps) {
  const seasons = cached(() => store.seasons())
  const experienced = cached(async () => (await store.size('all')).experienced)
  bus.on('round', () => seasons.markStale())
  bus.on('ranks', () => experienced.markStale())
  bus.onInvalidateAll(() => {
    seasons.markStale()
    experienced.markStale()
  })

  /** The season of the newest open target. */
  const currentSeason = () => seasonOf(liveRound(clock.now()).targetDate)

  const knownSeasons = async (): Promise<string[]> =>
    [...new Set([currentSeason(), ...(await seasons.get())])].sort().reverse()

  return {
    currentSeason,
    knownSeasons,

    /** People in `all` with the calls that the skill test needs. */
    experiencedMembers: (): number | Promise<number> => experienced.get(),

    /** @throws ApiError NOT_FOUND for a season without rounds */
    async check(name: string): Promise<void> {
      if (isSeason(name) && !(await knownSeasons()).includes(name)) throw new ApiError('NOT_FOUND')
    },

    /** Rank of a person in a live or final list, or why there is none. */
    async of(name: string, person: RankedPerson): Promise<PersonRank> {
      const isFinal = isSeason(name) && (await store.frozen(name)) !== null
      const place = person.banned ? null : await store.place(name, isFinal, person.userId)
      const since =
        name === 'all' ? (person.ranksFrom ?? 0) : rankedSince(person.created, person.ranksFrom)
      const ranksFrom = since > clock.now() ? since : null
      const { stats } = place ?? person
      if (place) return { rank: place.rank, stats, status: 'ranked', ranksFrom }
      const calls = name === 'all' ? stats.settled : stats.calls
      const why = calls < neededVotes(name) ? 'few-calls' : 'young'
      return { rank: null, stats, status: person.banned ? 'banned' : why, ranksFrom }
    },
  }
}
