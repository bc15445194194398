import type { AppEventBus } from '#api/events.ts'
import { type Cached, cached } from '#api/infrastructure/cached.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { paginationOf } from '#api/infrastructure/database/paged-list.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { type PreparedReply, prepareReply } from '#api/infrastructure/prepared-reply.ts'
import {
  type OwnRank,
  RANKING_PAGE_SIZE,
  type RankedUser,
  type Ranking,
} from '#shared/contract/ranking.ts'
import { DELETED_NICKNAME } from '#shared/rules/deleted-user.ts'
import { isSeason, seasonEnd, seasonStart } from '#shared/rules/season.ts'
import { neededCalls, type Standings } from './standings.ts'
import type { StandingStore } from './standings-store.ts'
import type { OwnFiguresStore } from './store.ts'

/** First pages are built again at least this often: accounts become old enough without an event. */
const PAGE_MS = 10_000

export interface RankingPagesDeps {
  standings: Standings
  store: Pick<StandingStore, 'frozen' | 'results' | 'names' | 'lastTarget'>
  own: OwnFiguresStore
  bus: Pick<AppEventBus, 'on'>
  clock: Pick<Clock, 'now'>
}

interface FirstPage {
  ranking: Ranking
  reply: PreparedReply
  until: number
}

export type RankingPages = ReturnType<typeof createRankingPages>

const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())

/** The page with the mark that its ranks are being read again. */
const asUpdating = ({ ranking, reply }: FirstPage): PreparedReply =>
  ranking.updating ? reply : prepareReply({ ...ranking, updating: true })

/** Pages of the rankings. Only the first page of each is cached. */
export function createRankingPages({ standings, store, own, bus, clock }: RankingPagesDeps) {
  const firstPages = new Map<string, Cached<FirstPage>>()
  /** A page of outdated ranks is left as it is: built again, it could mix two settlements. */
  const markStale = () => {
    for (const [name, page] of firstPages) if (!standings.isOutdated(name)) page.markStale()
  }
  standings.onChange(markStale)
  bus.on('nickname', () => {
    for (const page of firstPages.values()) page.markStale()
  })

  const finalPosts = async (season: string, after: number): Promise<RankedUser[]> => {
    const results = await store.results(season, after, RANKING_PAGE_SIZE)
    return results.map((row) => {
      const isListed = row.user_id !== null && !row.banned
      return {
        rank: row.rank,
        state: row.user_id === null ? 'deleted' : row.banned ? 'banned' : 'listed',
        uid: isListed ? row.user_id : null,
        nickname: row.nickname ?? DELETED_NICKNAME,
        uniqueCode: isListed ? row.unique_code : null,
        points: row.points,
        calls: row.calls,
        right: row.right_calls,
        impliedPpm: row.implied_ppm,
      }
    })
  }

  const livePosts = async (name: string, after: number) => {
    const list = await standings.list(name)
    const rows = list.rows(after, RANKING_PAGE_SIZE)
    const names =
      rows.length === 0 ? new Map() : await store.names(rows.map(({ userId }) => userId))
    const posts = rows.map(({ userId, ...figures }): RankedUser => {
      const user = names.get(userId)
      return {
        state: user ? 'listed' : 'deleted',
        uid: user ? userId : null,
        nickname: user?.nickname ?? DELETED_NICKNAME,
        uniqueCode: user?.unique_code ?? null,
        ...figures,
      }
    })
    return { posts, members: list.members }
  }

  const build = async (name: string, page: number): Promise<Ranking> => {
    const after = (page - 1) * RANKING_PAGE_SIZE
    const frozen = isSeason(name) ? await store.frozen(name) : null
    const { posts, members } = frozen
      ? { posts: await finalPosts(name, after), members: frozen.members }
      : await livePosts(name, after)
    const from = isSeason(name)
      ? seasonStart(name)
      : name === 'last-round'
        ? await store.lastTarget()
        : null
    return {
      season: name,
      from: iso(from),
      to: iso(isSeason(name) ? seasonEnd(name) : null),
      frozenAt: iso(frozen?.frozenAt ?? null),
      rankedMembers: members,
      posts,
      pagination: paginationOf(members, page, RANKING_PAGE_SIZE),
      seasons: await standings.knownSeasons(),
      updating: !frozen && standings.isOutdated(name),
    }
  }

  return {
    /** The first page of a list, cached. @throws ApiError NOT_FOUND for a season without rounds */
    async first(name: string): Promise<PreparedReply> {
      await standings.check(name)
      const page =
        firstPages.get(name) ??
        cached(async () => {
          const until = clock.now() + PAGE_MS
          const ranking = await build(name, 1)
          return { ranking, reply: prepareReply(ranking), until }
        })
      firstPages.set(name, page)
      const found = await page.get()
      if (standings.isOutdated(name) && !found.ranking.frozenAt) {
        // Repeats a reading that failed.
        standings.list(name).catch(() => {})
        return asUpdating(found)
      }
      if (clock.now() < found.until && !found.ranking.updating) return found.reply
      page.markStale()
      return (await page.get()).reply
    },

    /** Any page. @throws ApiError NOT_FOUND for a season without rounds */
    async page(name: string, page: number): Promise<PreparedReply> {
      await standings.check(name)
      return prepareReply(await build(name, page))
    },

    /** The own rank and figures. @throws ApiError NOT_FOUND, TOKEN_INVALID without account */
    async ownRank(name: string, userId: number): Promise<OwnRank> {
      await standings.check(name)
      const found = await own.figures(name, userId)
      if (!found) throw new ApiError('TOKEN_INVALID')
      const { person, figures } = found
      const calls = name === 'all' ? figures.settled : figures.calls
      const { rank, status, ranksFrom } = await standings.of(name, { ...person, userId, calls })
      return {
        season: name,
        rank,
        ...figures,
        needed: neededCalls(name),
        status,
        ranksFrom: iso(ranksFrom),
        updating: standings.isOutdated(name),
      }
    },
  }
}
