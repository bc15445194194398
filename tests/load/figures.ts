import type { Database } from '#api/infrastructure/database/database.ts'
import { skillShares } from '#build/backtest/skill-shares.ts'
import { compareFigures } from '#tests/independent/compare-figures.ts'
import { fillPeople } from '#tests/independent/fill-people.ts'
import { createMarket } from '#tests/independent/simulated-people.ts'
import { SATURDAY, startTestServer } from '#tests/support/test-server.ts'
import { settleDown } from './fill.ts'
import type { Row } from './report.ts'

/** Lists of votes are requested of every so-many-th person; everything else of everybody. */
const EVERY_VOTES_OF = 50
const SHOWN = 20
/** Markets of the shares of the skill test, because people in one market share its course. */
const MARKETS = 40

const print = (line: string) => process.stdout.write(`${line}\n`)

async function compareAll(database: Database, people: number): Promise<Row> {
  const now = Date.parse(SATURDAY)
  const begin = performance.now()
  await fillPeople(database, people, now)
  await settleDown(database)
  const filled = performance.now()
  print(`${people} people simulated in ${Math.round((filled - begin) / 1000)} s`)
  // The caller closes the database.
  const server = await startTestServer({
    now: SATURDAY,
    database: { ...database, close: async () => {} },
  })
  try {
    await server.services.sweeper.run()
    await server.services.skillWriter.run()
    const { values, replies, differences } = await compareFigures(database, server.url, now, {
      everyVotesOf: EVERY_VOTES_OF,
    })
    for (const difference of differences.slice(0, SHOWN)) print(difference)
    const seconds = Math.round((performance.now() - filled) / 1000)
    print(`${replies} replies with ${values} values compared in ${seconds} s`)
    return {
      what: `figures of ${people} people over HTTP`,
      against: 'an independent computation',
      unit: 'received',
      own: values - differences.length,
      baseline: values,
      bar: 1,
    }
  } finally {
    await server.stop()
  }
}

/**
 * Compares every figure of `people` simulated people over two years with an independent computation, and
 * counts how many read "unlikely to be luck alone": in one direction, by chance and with an edge.
 */
export async function benchFigures(database: Database, people: number): Promise<Row[]> {
  const compared = await compareAll(database, people)
  const markets = Array.from(
    { length: MARKETS },
    (_, seed) => createMarket(seed + 1, Date.parse(SATURDAY)).rounds,
  )
  const shares = skillShares(markets, { people: 20, lengths: [26, 50, 100, 200], every: 1_000 })
  const rows = shares.map(
    ({ who, calls, records: baseline, above, below }): Row => ({
      what: `${who}, ${calls} calls: unlikely to be luck alone`,
      ...{ against: 'records', unit: 'received', own: above + below, baseline, bar: null },
    }),
  )
  return [compared, ...rows]
}
