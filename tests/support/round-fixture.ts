import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import type { CandleSource } from '#api/modules/rounds/price-of-instant.ts'
import { createSeasonStore } from '#api/modules/rounds/season-store.ts'
import { createRoundStore, type RoundStore } from '#api/modules/rounds/store.ts'
import { type SweepDeps, sweepRounds } from '#api/modules/rounds/sweep.ts'
import type { Direction } from '#shared/contract/common.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { testBus } from './test-bus.ts'

/** An exchange whose candles the test sets. Instants are epoch milliseconds (UTC). */
export interface FakeMarket extends CandleSource {
  /** Opens that differ from `usual`; null for a gap. */
  opens: Map<number, string | null>
  usual: string
  /** False simulates an outage. */
  reachable: boolean
  now: number
}

/** An exchange that opens every hour at 60000.00. */
export function fakeMarket(now: number): FakeMarket {
  let knownUntil = now
  const openAt = (otime: number) => {
    const open = market.opens.get(otime)
    return open === undefined ? market.usual : open
  }
  const market: FakeMarket = {
    opens: new Map(),
    usual: '60000.00',
    reachable: true,
    now,
    source: () => 'binance',
    candles: (limit) => {
      if (market.reachable) knownUntil = market.now
      const found: { otime: number; open: string }[] = []
      let otime = Math.floor(knownUntil / HOUR_MS) * HOUR_MS
      for (let steps = 0; found.length < limit && steps < 1000; steps++, otime -= HOUR_MS) {
        const open = openAt(otime)
        if (open !== null) found.push({ otime, open })
      }
      return found
    },
    firstOpenFrom: async (instant, before) => {
      if (!market.reachable) throw new Error('the exchange cannot be reached')
      for (let otime = instant; otime < before && otime <= market.now; otime += HOUR_MS) {
        const open = openAt(otime)
        if (open !== null) return { otime, open }
      }
      return null
    },
  }
  return market
}

/** A vote that is inserted without the service. */
export interface VoteSample {
  refDate: string | number
  userId: number
  choice: Direction
  hit?: number
  miss?: number
  carried?: number
  /** The round's start by default. */
  created?: Date
}

/** Runs sweeps on a database with a fake market, without server and clock. */
export interface RoundFixture {
  store: RoundStore
  market: FakeMarket
  /** Published round events with their target: `opened 2026-11-23T00:00:00.000Z`. */
  published: string[]
  /** Sweeps at an instant; rejects when a round fails. @returns the number of rounds that wait for a price */
  sweep(at: string | number): Promise<number>
  /** Inserts a user. @returns its id */
  user(): Promise<number>
  /** Inserts a vote. @returns its id */
  vote(sample: VoteSample): Promise<number>
}

/** Several fixtures on one migrated database act as several processes. */
export function roundFixture(database: Database, market: FakeMarket): RoundFixture {
  const published: string[] = []
  const bus = testBus()
  bus.on('round', ({ event, targetDate }) => {
    published.push(`${event} ${new Date(targetDate).toISOString()}`)
  })
  const store = createRoundStore(database)
  const seasons = createSeasonStore(database)
  const deps: SweepDeps = { store, seasons, market, bus, log: createLog('silent') }
  return {
    store,
    market,
    published,
    async sweep(at) {
      market.now = new Date(at).getTime()
      const { waiting, failed } = await sweepRounds(deps, { now: () => market.now })
      if (failed > 0) throw new Error(`the sweep of ${failed} rounds failed`)
      return waiting
    },
    async user() {
      const [row] = await database.query(
        statement(
          `INSERT INTO user_account (login_method, email, nickname, unique_code, created,
           last_login)
         VALUES ('other', 'a@b.example', 'a', left($1::text, 12), now(), now())
         RETURNING id`,
          { id: column.int },
        ),
        [crypto.randomUUID().replaceAll('-', '')],
      )
      return row?.id ?? 0
    },
    async vote({ refDate, userId, choice, hit = 100, miss = -50, carried = 0, created }) {
      const [row] = await database.query(
        statement(
          `INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, carried,
           title, content, has_content, created)
         SELECT id, $2, $3::direction, $4, $5, 2, $6, '', '', false, coalesce($7, ref_date)
         FROM round WHERE ref_date = $1 RETURNING id`,
          { id: column.int },
        ),
        [new Date(refDate), userId, choice, hit, miss, carried, created ?? null],
      )
      return row?.id ?? 0
    },
  }
}
