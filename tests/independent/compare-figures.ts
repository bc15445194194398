import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { expectedPeople } from './expected-people.ts'
import { expectedRounds } from './expected-rounds.ts'
import { expectedSkill } from './expected-skill.ts'
import { type FactPerson, iso, readFacts } from './facts.ts'

export interface Comparison {
  /** Compared numbers and texts. */
  values: number
  replies: number
  /** Paths of differing values with both. */
  differences: string[]
}

const SKILL = statement('SELECT * FROM skill', {
  user_id: column.int,
  list: column.text,
  calls: column.int,
  points: column.int,
  variance: column.float,
  own_variance: column.float,
  rotation: column.nullable(column.float),
})
/** Requests at once. */
const CONCURRENCY = 4

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Compares everything that `expected` has; `actual` may have more fields, but no longer lists. */
function compare(path: string, expected: unknown, actual: unknown, result: Comparison): void {
  if (isObject(expected) && isObject(actual)) {
    if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length) {
      result.differences.push(`${path}.length: ${expected.length}, not ${actual.length}`)
    }
    for (const [key, value] of Object.entries(expected)) {
      compare(`${path}.${key}`, value, actual[key], result)
    }
    return
  }
  result.values += 1
  const isNear =
    typeof expected === 'number' &&
    typeof actual === 'number' &&
    Math.abs(expected - actual) <= 1e-9 * Math.abs(expected)
  if (expected !== actual && !isNear) {
    result.differences.push(`${path}: ${JSON.stringify(expected)}, not ${JSON.stringify(actual)}`)
  }
}

/** People whose list of votes is requested: every one, or every so-many-th. */
export interface CompareOptions {
  everyVotesOf?: number
}

/**
 * Requests every figure of people, rounds, rankings and offers of a server at `url` whose clock stands at
 * `now` (epoch ms), and compares it with what the rows of its database amount to.
 */
export async function compareFigures(
  database: Database,
  url: string,
  now: number,
  { everyVotesOf = 1 }: CompareOptions = {},
): Promise<Comparison> {
  const facts = await readFacts(database, now)
  const skill = await expectedSkill(database)
  const people = expectedPeople(facts, skill)
  const rounds = await expectedRounds(facts, database)
  const result: Comparison = { values: 0, replies: 0, differences: [] }

  const pages = (count: number, size: number) =>
    Array.from({ length: Math.max(1, Math.ceil(count / size)) }, (_, index) => index + 1)
  const listed = facts.people.filter(({ isErased }) => !isErased)
  const ofPerson = (person: FactPerson): [string, () => unknown][] => [
    [`/users/${person.code}`, () => people.user(person)],
    ...(person.id % everyVotesOf === 0 ? pages(person.votes.length, 10) : []).map(
      (page): [string, () => unknown] => [
        `/users/${person.code}/votes?page=${page}`,
        () => people.votes(person, page),
      ],
    ),
  ]
  const requests: [string, () => unknown][] = [
    ...listed.flatMap(ofPerson),
    ...people.lists.flatMap((name) =>
      pages(people.ranking(name, 1).rankedMembers, 50).map((page): [string, () => unknown] => [
        `/ranking?season=${name}&page=${page}`,
        () => people.ranking(name, page),
      ]),
    ),
    ...pages(facts.rounds.length, 20).map((page): [string, () => unknown] => [
      `/rounds?page=${page}`,
      () => rounds.list(page),
    ]),
    ...facts.rounds.map((round): [string, () => unknown] => [
      `/rounds/${iso(round.target)}`,
      () => rounds.detail(round),
    ]),
    ['/offers/calibration', rounds.calibration],
  ]
  const queue = requests.values()
  const work = async () => {
    for (const [path, expected] of queue) {
      const response = await fetch(`${url}/api/v1${path}`)
      const reply: unknown = await response.json()
      result.replies += 1
      if (response.status === 200) compare(path, expected(), reply, result)
      else result.differences.push(`${path}: ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  // Rotations are in no reply.
  const records = new Map(
    (await database.query(SKILL)).map((row) => [`${row.user_id} ${row.list}`, row]),
  )
  for (const person of listed) {
    for (const [list, record] of skill.of(person).lists) {
      const key = `${person.id} ${list}`
      compare(`skill ${key}`, record, records.get(key) ?? {}, result)
      records.delete(key)
    }
  }
  result.differences.push(...[...records.keys()].map((key) => `skill ${key}: not expected`))
  return result
}
