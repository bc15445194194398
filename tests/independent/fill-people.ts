import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { uniform } from '#api/market/seeded-random.ts'
import { createCandleStore } from '#api/market/store.ts'
import { openingFavorite } from '#api/modules/rounds/offer-pricing.ts'
import { createSeasonStore } from '#api/modules/rounds/season-store.ts'
import { createRoundStore } from '#api/modules/rounds/store.ts'
import type { Edge } from '#build/backtest/edges.ts'
import { OFFER_VERSION } from '#shared/rules/offer.ts'
import { roundAt } from '#shared/rules/schedule.ts'
import { seasonOf } from '#shared/rules/season.ts'
import { DAY_MS, WEEK_MS } from '#shared/rules/time.ts'
import { createMarket, edgeVote } from './simulated-people.ts'

/** One market for all, of this seed. */
const SEED = 7
const CANDLES_AT_ONCE = 5_000
const READ_AFTER_MS = 2_500

/** Of a hundred people five have an edge of 60 %; ids start at 1. */
export const edgeOf = (id: number): Edge => (id % 20 === 0 ? 'sixty' : 'none')

/** Some joined days ago or rank only in days, some are banned or erased. */
const ADD_PEOPLE = `INSERT INTO user_account (id, login_method, email, nickname, unique_code, is_demo,
    created, last_login, banned_at, erased_at, ranks_from)
  SELECT n, 'other', '', 'trader-' || n, lpad(upper(to_hex(n)), 6, '0'), true,
    CASE WHEN n % 50 = 7 THEN $2::timestamptz - interval '9 days'
      ELSE $2::timestamptz - interval '3 years' END, $2,
    CASE WHEN n % 100 = 3 THEN $2::timestamptz - interval '3 years' END,
    CASE WHEN n % 200 = 5 THEN $2::timestamptz - interval '3 years' END,
    CASE WHEN n % 50 = 9 THEN $2::timestamptz + interval '5 days' END
  FROM generate_series(1, $1::int) n`

const ADD_VOTES = statement(`INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss,
    offer_version, carried, title, content, has_content, created)
  SELECT $1, person, choice, hit, miss, ${OFFER_VERSION}, carried, '', '', false,
    $2::timestamptz + after * interval '1 second'
  FROM jsonb_to_recordset($3::text::jsonb)
    AS made (person int, choice direction, hit int, miss int, carried int, after int)`)

/** Bans after the freeze of past seasons, which keep their rows. */
const BAN_SOME = statement('UPDATE user_account SET banned_at = $1 WHERE id % 100 = 53')

/** Seconds after the start of a round at which its moments are, each within an hour. */
const MOMENT_SECONDS = {
  open: 60,
  middle: 36 * 3600,
  'last hour': 71 * 3600,
  'last minute': 71.1 * 3600,
}

/**
 * Fills an empty database with two years of rounds until `now` (epoch ms) and `people` who vote in a
 * third of them on average. Votes of `unknown`, without a price and with carried points, void rounds and
 * a late settlement are among them. The server's own functions settle and freeze.
 */
export async function fillPeople(database: Database, people: number, now: number): Promise<void> {
  const { candles, rounds } = createMarket(SEED, now)
  const openOf = new Map(candles.map(({ otime, open }) => [otime, open]))
  const store = createRoundStore(database)
  const seasons = createSeasonStore(database)
  const candleStore = createCandleStore(database)
  for (let at = 0; at < candles.length; at += CANDLES_AT_ONCE) {
    await candleStore.save('simulated', candles.slice(at, at + CANDLES_AT_ONCE))
  }
  await database.query(statement(ADD_PEOPLE), [people, new Date(now)])
  const newestFirst = candles.toReversed()

  const votesOf = (index: number) => {
    const round = rounds[index]
    if (!round) return []
    const ids = Array.from({ length: people }, (_, place) => place + 1)
    return ids.flatMap((person) => {
      const random = (salt: number) => uniform(person, index, salt)
      const isAway = random(11) > 0.1 + 0.5 * uniform(person, 0, 12)
      if (isAway || (person % 50 === 7 && round.refDate < now - 9 * DAY_MS)) return []
      const { moment, points: _, ...call } = edgeVote(person, index, round, edgeOf(person))
      const after = MOMENT_SECONDS[moment] + Math.floor(random(13) * 3000)
      const carried = random(14) < 0.05 ? Math.round(60 * (random(15) - 0.5)) : 0
      if (random(16) < 0.04) return { person, choice: 'unknown', hit: 0, miss: 0, carried, after }
      if (random(16) > 0.98) return { person, ...call, hit: 0, miss: 0, carried, after }
      return { person, ...call, carried, after }
    })
  }

  for (const [index, { refDate, outcome }] of rounds.entries()) {
    const { targetDate } = roundAt(refDate)
    const [round] = await store.open([refDate])
    const evidence = (at: number) => ({
      price: openOf.get(at) ?? '',
      source: 'simulated',
      candleAt: at,
      readAt: at + READ_AFTER_MS,
    })
    const roundId = round?.id ?? 0
    const reference = evidence(refDate)
    const favorite = openingFavorite(newestFirst, refDate, reference.price)
    await store.setReference(roundId, reference, favorite)
    const values = [roundId, new Date(refDate), JSON.stringify(votesOf(index))]
    await database.query(ADD_VOTES, values)
    const isVoid = index % 70 === 33
    // A day late, so that a settlement in the next season holds its own season back.
    const isLate = seasonOf(targetDate) !== seasonOf(targetDate + WEEK_MS / 2)
    const at = targetDate + (isLate || isVoid ? DAY_MS : 0) + READ_AFTER_MS
    const settlement = isVoid
      ? { roundId, outcome: 'void' as const, evidence: null, at }
      : { roundId, outcome, evidence: evidence(targetDate), at }
    await store.settle(settlement)
    await seasons.freezeDue(at)
  }
  await database.query(BAN_SOME, [new Date(now)])
}
