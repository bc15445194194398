import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { recordMarketKind } from '#api/market/market-kind.ts'
import { createAccountStore } from '#api/modules/account/account-store.ts'
import { sanitize } from '#api/modules/content/sanitize.ts'
import { createRoundStore } from '#api/modules/rounds/store.ts'
import { Direction } from '#shared/contract/common.ts'
import { outcome } from '#shared/rules/band.ts'
import { offers, s60FromOpens } from '#shared/rules/offer.ts'
import { liveRound, waitingRound } from '#shared/rules/schedule.ts'
import { skillLevel } from '#shared/rules/skill-test.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'
import { isUniqueCode } from '#shared/rules/unique-code.ts'
import { type CommandFixture, createCommandFixture } from '#tests/support/command-fixture.ts'
import { databaseImage } from '#tests/support/database-image.ts'
import { writeSkill } from '#tests/support/write-skill.ts'
import { verifyCounters } from './backup/verify-counters.ts'

const NOW = '2026-11-21T02:30:00Z'
const now = new Date(NOW).getTime()

/** Rows of the first seeded database. */
let elsewhere: Record<string, string[]>

describe('a seeded database', () => {
  let fixture: CommandFixture
  let database: Database

  beforeAll(async () => {
    fixture = await createCommandFixture({ now: NOW })
    expect(await fixture.run('seed')).toMatchObject({ code: 0, errors: '' })
    database = await fixture.open()
    const { _prisma_migrations, ...rows } = await databaseImage(database)
    elsewhere = rows
  })
  afterAll(async () => {
    await database.close()
    await fixture.dispose()
  })

  test('has about sixty demo users with unique codes, one an admin', async () => {
    const users = await database.query(
      statement('SELECT * FROM user_account', {
        is_demo: column.boolean,
        nickname: column.text,
        unique_code: column.text,
        is_admin: column.int,
      }),
    )
    expect(users.length).toBeGreaterThanOrEqual(55)
    for (const user of users) {
      expect(user.is_demo).toBe(true)
      expect([...user.nickname].length).toBeLessThanOrEqual(20)
      expect(isUniqueCode(user.unique_code)).toBe(true)
    }
    expect(await database.prisma.identity.count()).toBe(0)
    expect(new Set(users.map((user) => user.nickname)).size).toBe(users.length)
    expect(users.filter((user) => user.is_admin > 0)).toHaveLength(1)
    expect(users.filter(({ nickname }) => /\p{Script=Hangul}/u.test(nickname)).length).toBe(30)
  })

  test('has counters equal to their rows', async () => {
    expect(await verifyCounters(database)).toEqual([])
  })

  test('has two open rounds and settled ones before them', async () => {
    const store = createRoundStore(database)
    const open = await store.unsettled()
    expect(open.map(({ refDate }) => refDate)).toEqual([
      waitingRound(now).refDate,
      liveRound(now).refDate,
    ])
    const rounds = await database.query(
      statement('SELECT ref_date FROM round', { ref_date: column.instant }),
    )
    expect(rounds.length).toBeGreaterThan(60)
    for (const { ref_date } of rounds) {
      const round = await store.byRefDate(ref_date.getTime())
      expect(round?.reference).toMatchObject({ source: 'simulated', candleAt: ref_date.getTime() })
      if (!round?.reference || round.outcome === null) continue
      expect(round.settlement).toMatchObject({ candleAt: round.targetDate })
      expect(round.outcome).toBe(outcome(round.settlement?.price ?? '', round.reference.price))
    }
  })

  test('has two frozen seasons, some unlikely records among many lucky ones, and short ones', async () => {
    const seasons = await database.query(
      statement('SELECT season, frozen_at, ranked_members FROM season ORDER BY 1', {
        season: column.text,
        frozen_at: column.instant,
        ranked_members: column.int,
      }),
    )
    expect(seasons.map(({ season, frozen_at }) => [season, frozen_at.toISOString()])).toEqual([
      ['2026Q2', '2026-07-01T00:00:02.500Z'],
      ['2026Q3', '2026-10-01T00:00:02.500Z'],
    ])
    for (const { ranked_members } of seasons) expect(ranked_members).toBeGreaterThan(10)
    await writeSkill(database, now)
    const records = await database.query(
      statement("SELECT calls, points, variance, rotation FROM skill WHERE list = 'all'", {
        calls: column.int,
        points: column.int,
        variance: column.float,
        rotation: column.nullable(column.float),
      }),
    )
    const levels = records.map(skillLevel)
    const unlikely = levels.filter((level) => level === 'unlikely-above').length
    expect(unlikely).toBeGreaterThanOrEqual(3)
    expect(unlikely).toBeLessThan(10)
    expect(levels.filter((level) => level === 'luck').length).toBeGreaterThan(15)
    expect(levels).toContain('early')
    expect(Math.max(...records.map(({ calls }) => calls))).toBeGreaterThan(40)
  })

  test('prices each vote as the server would have', async () => {
    const candles = await database.query(
      statement('SELECT otime, open FROM candle ORDER BY otime DESC', {
        otime: column.instant,
        open: column.text,
      }),
    )
    const votes = await database.query(
      statement(
        `SELECT choice, offer_hit, offer_miss, vote.created, ref_date, ref_price, u.created AS came
       FROM vote JOIN round ON round.id = round_id JOIN user_account u ON u.id = user_id`,
        {
          choice: Direction,
          offer_hit: column.int,
          offer_miss: column.int,
          created: column.instant,
          ref_date: column.instant,
          ref_price: column.text,
          came: column.instant,
        },
      ),
    )
    expect(votes.length).toBeGreaterThan(500)
    const placeOf = new Map(candles.map(({ otime }, place) => [otime.getTime(), place]))
    for (const vote of votes) {
      const at = vote.created.getTime()
      const round = liveRound(at)
      expect([round.refDate, at < now, vote.came < vote.created]).toEqual([
        vote.ref_date.getTime(),
        true,
        true,
      ])
      const place = placeOf.get(Math.floor(at / HOUR_MS) * HOUR_MS) ?? Number.NaN
      const known = candles.slice(place, place + 60 * 24 + 1)
      const opens = known.map(({ open }) => Number(open))
      const table = offers({
        priceNow: known[0]?.open ?? '',
        refPrice: vote.ref_price,
        s60: s60FromOpens(opens),
        now: at,
        targetDate: round.targetDate,
      })
      const expected = vote.choice === 'unknown' ? { hit: 0, miss: 0 } : table[vote.choice]
      expect({ hit: vote.offer_hit, miss: vote.offer_miss }).toEqual(expected)
    }
  })

  test('has notes on about 40 % of the votes, and posts on every board in both languages', async () => {
    const texts = await database.query(
      statement(
        `SELECT 'vote' AS place, title, content FROM vote
       UNION ALL SELECT board::text, title, content FROM post`,
        { place: column.text, title: column.text, content: column.text },
      ),
    )
    const votes = texts.filter(({ place }) => place === 'vote')
    const notes = votes.filter(({ content }) => content !== '')
    expect(notes.length / votes.length).toBeGreaterThan(0.3)
    expect(notes.length / votes.length).toBeLessThan(0.5)
    for (const { title, content } of texts) {
      expect(sanitize(content)).toEqual({ content, title })
      expect(content).not.toMatch(/[{}]|undefined|NaN|<p><\/p>/)
    }
    for (const board of ['vote', 'frees', 'notices', 'suggestions']) {
      const here = texts.filter(({ place, content }) => place === board && content !== '')
      const korean = here.filter(({ title }) => /\p{Script=Hangul}/u.test(title))
      expect(korean.length).toBeGreaterThan(3)
      expect(here.length - korean.length).toBeGreaterThan(3)
    }
    const all = texts.map(({ content }) => content).join('')
    for (const tag of ['<h3>', '<ul>', '<ol>', '<strong>', '<a href=', '<table>', '<blockquote>']) {
      expect(all).toContain(tag)
    }
    const important = await database.query(statement('SELECT 1 FROM post WHERE priority < 99'))
    expect(important).toHaveLength(4)
  })

  test('has candles up to the current hour, and the market kind', async () => {
    const [span] = await database.query(
      statement('SELECT max(otime) AS newest, count(*)::int AS count FROM candle', {
        newest: column.instant,
        count: column.int,
      }),
    )
    expect(span?.newest.getTime()).toBe(Math.floor(now / HOUR_MS) * HOUR_MS)
    const hours = (now - Date.parse('2026-04-01T00:00:00Z')) / HOUR_MS
    expect(span?.count).toBeGreaterThan(hours + 60 * 24)
    const facts = await database.query(
      statement("SELECT key, value FROM app_metadata WHERE key = 'market'"),
    )
    expect(facts).toEqual([{ key: 'market', value: { kind: 'simulated' } }])
  })
})

describe('the seed command', () => {
  let fixture: CommandFixture

  const inside = async <T>(work: (database: Database) => Promise<T>) => {
    const database = await fixture.open()
    return work(database).finally(() => database.close())
  }
  const image = () => inside(databaseImage)
  const withRig = async (work: () => Promise<void>) => {
    fixture = await createCommandFixture({ now: NOW })
    await inside(async () => {})
    await work().finally(() => fixture.dispose())
  }

  test('is deterministic and changes nothing the second time', () =>
    withRig(async () => {
      await fixture.run('seed')
      const { _prisma_migrations, ...first } = await image()
      expect(first).toEqual(elsewhere)
      const again = await fixture.run('seed')
      expect(again).toMatchObject({ code: 0, output: expect.stringContaining('already') })
      const { _prisma_migrations: _same, ...second } = await image()
      expect(second).toEqual(first)
    }))

  test('rejects a database with a real user', () =>
    withRig(async () => {
      await inside((database) =>
        createAccountStore(database).insert({
          ...{ issuer: 'https://accounts.google.com', subject: 'g1', method: 'google' },
          ...{ email: 'a@example.com', nickname: 'Kim', uniqueCode: 'AAAAA1', isAdmin: 0, now },
        }),
      )
      const before = await image()
      const { code, errors } = await fixture.run('seed')
      expect([code, errors.split(':')[0]]).toEqual([1, 'This database has 1 real user'])
      expect(await image()).toEqual(before)
    }))

  test('rejects a database with prices of another kind', () =>
    withRig(async () => {
      await inside((database) => recordMarketKind(database, 'real'))
      const before = await image()
      const { code, errors } = await fixture.run('seed')
      expect(code).toBe(1)
      expect(errors).toContain('holds a market of real prices')
      expect(await image()).toEqual(before)
    }))

  test('replaces rounds that a server settled without users', () =>
    withRig(async () => {
      await inside(async (database) => {
        const store = createRoundStore(database)
        const refDate = waitingRound(now).refDate - 7 * DAY_MS
        const [round] = await store.open([refDate])
        const evidence = { price: '1.00', source: 'simulated', candleAt: refDate, readAt: refDate }
        const roundId = round?.id ?? 0
        await store.setReference(roundId, evidence, 'steady')
        await store.settle({ roundId, outcome: 'steady', evidence, at: now })
      })
      expect((await fixture.run('seed')).code).toBe(0)
      await inside(async (database) => {
        expect(await verifyCounters(database)).toEqual([])
        expect(
          await database.query(statement("SELECT 1 FROM round WHERE ref_price = '1.00'")),
        ).toEqual([])
        expect(await createRoundStore(database).unsettled()).toHaveLength(2)
      })
    }))

  test('gives rounds ids in their order, also after a server has opened some', () =>
    withRig(async () => {
      await inside(async (database) => {
        const open = [waitingRound(now).refDate, liveRound(now).refDate]
        const [{ id = 0 } = {}] = await createRoundStore(database).open(open)
        await database.script(`INSERT INTO round_band VALUES (${id}, 'below', true, 'above', true);
          INSERT INTO call_flip (round_id, from_band, to_band, price, created)
            VALUES (${id}, 'steady', 'up', '1', '${NOW}');
          INSERT INTO notification_fanout (kind, flip_id) SELECT 'flip', id FROM call_flip`)
      })
      expect((await fixture.run('seed')).code).toBe(0)
      const startsById = await inside((database) =>
        database.query(
          statement('SELECT ref_date FROM round ORDER BY id', { ref_date: column.instant }),
        ),
      )
      const starts = startsById.map(({ ref_date }) => ref_date.getTime())
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    }))

  test('rejects production', async () => {
    fixture = await createCommandFixture({
      now: NOW,
      environment: {
        NODE_ENV: 'production',
        JWT_SECRET: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
        RECEIPT_KEY: 'a3f09b7c51d84e62f7a0c9d3b6e15824',
        PUSH_KEY: '51b2c8d09e7f43a6b0c1d2e3f4a59687',
        IDENTITY_KEY: '0d9c8b7a6f5e4d3c2b1a09f8e7d6c5b4',
        PUBLIC_URL: 'https://tidemark.example',
        GOOGLE_CLIENT_ID: 'client',
        PRICE_FEED: 'auto',
      },
    })
    const { code, errors } = await fixture.run('seed')
    expect([code, errors]).toEqual([1, expect.stringContaining('out of production')])
    await fixture.dispose()
  })

  test('takes no arguments', () =>
    withRig(async () => {
      expect(await fixture.run('seed', 'more')).toMatchObject({ code: 2 })
    }))
})
