import type { ExpectedSkill } from './expected-skill.ts'
import { DIRECTIONS, type FactPerson, type Facts, type FactVote, iso, quarterOf } from './facts.ts'

/** The expected replies of `/users` and `/ranking`, from facts alone. */

/** Settled votes that count for their person: cast once the person is ranked. */
const settledOf = (votes: readonly FactVote[]) =>
  votes.filter(({ points, created, person }) => points !== null && created >= person.absentUntil)
const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
const pointsOf = (votes: readonly FactVote[]) => total(votes.map(({ points }) => points ?? 0))

function figuresOf(votes: readonly FactVote[]) {
  const settled = settledOf(votes)
  const calls = settled.filter(({ counts }) => counts)
  return {
    points: pointsOf(settled),
    calls: calls.length,
    right: calls.filter(({ isRight }) => isRight).length,
    impliedPpm: total(calls.map(({ ppm }) => ppm)),
    settled: settled.length,
  }
}

interface Place {
  person: FactPerson
  figures: ReturnType<typeof figuresOf>
  first: number
}

/** Descending by the first two keys, ascending by the others. */
function order(places: Place[], keys: (place: Place) => [number, number]): Place[] {
  return places.sort((a, b) => {
    const [[points, count], [otherPoints, otherCount]] = [keys(a), keys(b)]
    return (
      otherPoints - points || otherCount - count || a.first - b.first || a.person.id - b.person.id
    )
  })
}

const firstOf = (votes: readonly FactVote[]) => Math.min(...votes.map(({ created }) => created))

/** When a list was made: accounts must be old enough at `oldAt`, and not banned before `madeAt`. */
interface RankingTime {
  oldAt: number
  madeAt: number
}

/** Ranking of the votes that `isIncluded` selects. */
function rank(
  facts: Facts,
  { oldAt, madeAt }: RankingTime,
  needed: number,
  isIncluded: (vote: FactVote) => boolean,
): Place[] {
  const places = facts.people
    .filter(({ isErased, ranksFrom }) => !isErased && ranksFrom <= oldAt)
    .filter(({ bannedAt }) => bannedAt > madeAt)
    .map((person) => {
      const votes = settledOf(person.votes.filter(isIncluded))
      return { person, figures: figuresOf(votes), first: firstOf(votes) }
    })
    .filter(({ figures }) => figures.calls >= needed)
  return order(places, ({ figures }) => [figures.points, figures.calls])
}

export function expectedPeople(facts: Facts, skill: ExpectedSkill) {
  const { now, people, rounds, freezes } = facts
  const newest = rounds.at(-1)?.target ?? now
  const current = quarterOf(newest)
  const seasons = [...new Set([...rounds.map(({ target }) => quarterOf(target)), current])]
  const isBanned = ({ bannedAt }: FactPerson) => bannedAt <= now

  const seasonPlaces = (season: string) => {
    const last = Math.max(
      ...rounds
        .filter(({ target }) => quarterOf(target) === season)
        .map(({ settledAt }) => settledAt ?? 0),
    )
    const frozenAt = freezes.get(season)
    const live = { oldAt: now, madeAt: now }
    const making = frozenAt === undefined ? live : { oldAt: last, madeAt: frozenAt }
    return rank(facts, making, 8, ({ round }) => quarterOf(round.target) === season)
  }
  const rankedAll = order(
    people
      .filter((person) => !person.isErased && !isBanned(person) && person.absentUntil <= now)
      .map((person) => ({
        person,
        figures: figuresOf(person.votes),
        first: firstOf(person.votes),
      }))
      .filter(({ figures }) => figures.settled > 0),
    ({ figures }) => [figures.points, figures.settled],
  )
  const last = rounds.findLast(({ outcome }) => outcome !== null && outcome !== 'void')
  const lists = new Map(seasons.map((season) => [season, seasonPlaces(season)]))
  lists.set('all', rankedAll)
  // A vote without a call has no place, whatever its carried points.
  const lastTime = { oldAt: now, madeAt: now }
  lists.set(
    'last-round',
    rank(facts, lastTime, 1, ({ round }) => round === last),
  )
  const ranks = new Map(
    [...(lists.get(current) ?? [])].map(({ person }, index) => [person, index + 1]),
  )
  const members = rankedAll.filter(({ figures }) => figures.calls >= 12).length

  return {
    lists: [...lists.keys()],

    ranking(name: string, page: number) {
      const places = lists.get(name) ?? []
      const isFrozen = freezes.has(name)
      return {
        season: name,
        frozenAt: isFrozen ? iso(freezes.get(name) ?? 0) : null,
        rankedMembers: places.length,
        seasons: seasons.toSorted().reverse(),
        posts: places.slice((page - 1) * 50, page * 50).map(({ person, figures }, index) => {
          const { settled: _, ...shown } = figures
          const state = isBanned(person) ? 'banned' : 'listed'
          const uid = isBanned(person) ? null : person.id
          const place = (page - 1) * 50 + index + 1
          const words = skill.levelOf(person, name)
          return { rank: place, state, uid, nickname: person.nickname, ...shown, skill: words }
        }),
        pagination: { currentPage: page, totalPosts: places.length, postsPerPage: 50 },
      }
    },

    user(person: FactPerson) {
      const settled = settledOf(person.votes)
      const course = settled.slice(-520)
      const before = figuresOf(settled.slice(0, -520))
      const tested = skill.of(person)
      const record = tested.lists.get('all')
      const spread = Math.sqrt(record?.variance ?? 0)
      const season = figuresOf(
        person.votes.filter((vote) => quarterOf(vote.round.target) === current),
      )
      const place = ranks.get(person) ?? null
      const reason = season.calls < 8 ? 'few-calls' : 'young'
      const status = isBanned(person) ? 'banned' : place === null ? reason : 'ranked'
      return {
        id: person.id,
        uniqueCode: person.code,
        nickname: person.nickname,
        joined: iso(person.created),
        total: figuresOf(person.votes),
        byDirection: Object.fromEntries(
          DIRECTIONS.map((direction) => {
            const calls = settled.filter(({ choice, counts }) => counts && choice === direction)
            const { points, right } = figuresOf(calls)
            return [direction, { calls: calls.length, right, points }]
          }),
        ),
        season: {
          season: current,
          rank: place,
          figures: season,
          status,
          ranksFrom: person.ranksFrom > now ? iso(person.ranksFrom) : null,
        },
        rankedMembers: members,
        skill: {
          level: skill.levelOf(person, 'all'),
          z: record && spread > 0 ? record.points / spread : 0,
          designEffect: record && spread > 0 ? record.variance / record.own_variance : 1,
        },
        course: course.map((vote) => ({
          targetTime: iso(vote.round.target),
          points: vote.points,
          variance: tested.added.get(vote) ?? 0,
          counts: vote.counts,
          voteId: vote.id,
        })),
        before: { calls: before.calls, points: before.points },
      }
    },

    votes(person: FactPerson, page: number) {
      const newestFirst = person.votes.toReversed()
      return {
        posts: newestFirst.slice((page - 1) * 10, page * 10).map((vote) => ({
          id: vote.id,
          targetTime: iso(vote.round.target),
          voteChoice: vote.choice,
          result: resultOf(vote),
          points: vote.points,
          offer: { hit: vote.hit, miss: vote.miss },
          carried: vote.carried,
          priced: vote.choice !== 'unknown' && vote.hit - vote.miss > 0,
          created: iso(vote.created),
          enteredAt: iso(vote.accepted),
          contentExist: vote.hasNote ? 1 : 0,
        })),
        pagination: { currentPage: page, totalPosts: person.votes.length },
      }
    },
  }
}

function resultOf({ points, choice, round, isRight }: FactVote): string {
  if (points === null) return 'wait'
  if (choice === 'unknown' || round.outcome === 'void') return 'unknown'
  return isRight ? 'HIT' : 'MISS'
}
