import { readReplayFile } from '#api/market/replay-csv.ts'
import { simulatedMarket } from '#api/market/simulated.ts'
import { markdownTable } from '#build/test/counts.mjs'
import { DAY_MS } from '#shared/rules/time.ts'
import { pastRounds } from './past-rounds.ts'
import { skillShares, skillTable } from './skill-shares.ts'

const LENGTHS = [12, 26, 50, 100, 200]
const MARKETS = 200
/** Two years of rounds after 60 days for the volatility. */
const END = Date.parse('2026-11-21T00:00:00Z')
const SPAN = (2 * 365 + 68) * DAY_MS

const [path] = process.argv.slice(2)
if (path === undefined) {
  const markets = Array.from({ length: MARKETS }, (_, seed) =>
    pastRounds(simulatedMarket(seed + 1).candles(END - SPAN, END + 1)),
  )
  console.log(`${MARKETS} simulated markets of two years, one record of each length a person\n`)
  const shares = skillShares(markets, {
    people: 10,
    lengths: LENGTHS,
    every: Number.MAX_SAFE_INTEGER,
  })
  console.log(markdownTable(...skillTable(shares)))
} else {
  const { rows } = await readReplayFile(path)
  const rounds = pastRounds(rows)
  console.log(
    `${rounds.length} rounds of ${path}, overlapping records that begin every 25 rounds\n`,
  )
  const shares = skillShares([rounds], { people: 400, lengths: LENGTHS, every: 25 })
  console.log(markdownTable(...skillTable(shares)))
}
