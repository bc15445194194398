import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createListeners } from '#api/infrastructure/listeners.ts'
import { createLog } from '#api/infrastructure/log.ts'
import type { Tick } from '#api/market/types.ts'
import { LevelAlert } from '#shared/contract/alerts.ts'
import type { Freshness } from '#shared/rules/freshness.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { eventually } from '#tests/support/eventually.ts'
import { NOW } from '#tests/support/samples.ts'
import { connectedBuses, testBus } from '#tests/support/test-bus.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createLevelStore, type LevelStore } from './level-store.ts'
import { createLevelWatch } from './level-watch.ts'
import { createAlertsService } from './service.ts'

const PERSON = statement(
  `WITH person AS (INSERT INTO user_account (login_method, email, nickname, unique_code, created,
      last_login) VALUES ('other', '', 'p', $1, now(), now()) RETURNING id),
    session AS (INSERT INTO session (id, user_id, created, last_used, expires)
      SELECT gen_random_uuid(), id, now(), now(), '2027-02-01Z' FROM person)
  SELECT id FROM person`,
  { id: column.int },
)
const NOTICES = statement(
  'SELECT user_id, alert FROM notification WHERE kind = $1::notification_kind ORDER BY id',
  { user_id: column.int, alert: LevelAlert },
)
const LEVELS = statement('SELECT price, side FROM price_level ORDER BY id', {
  price: column.text,
  side: column.nullable(column.text),
})
const MANY = statement(
  `INSERT INTO price_level (user_id, price, note, repeats, side, is_armed, created, expires)
  SELECT $1::int, 200000 + i, '', false, 'below', true, now(), '2027-02-01Z'
  FROM generate_series(1, $2::int) i`,
)

let database: Database
let clock: TestClock
let price: string
let freshness: Freshness
let people = 0
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.script('DELETE FROM notification; DELETE FROM price_level')
  clock = testClock(NOW)
  price = '100'
  freshness = 'live'
})

const person = async () => (await database.query(PERSON, [`level${++people}`]))[0]?.id ?? 0
const notices = () => database.query(NOTICES, ['level'])
const levels = () => database.query(LEVELS)

/** An instance; the owner of the feed watches. */
function instance(store: LevelStore = createLevelStore(database), bus = testBus()) {
  const ticks = createListeners<Tick>((error) => {
    throw error
  })
  const market = {
    price: () => ({ value: price, freshness }),
    onTick: ticks.add,
  }
  let pushes = 0
  const sendPush = async () => void pushes++
  const log = createLog('silent')
  const watch = createLevelWatch({ store, market, bus, sendPush, clock, log })
  const service = createAlertsService({ store, market, bus, clock })
  return {
    watch,
    service,
    pushes: () => pushes,
    /** The exchange sends prices, whose crossings are then stored. */
    async prices(...values: string[]) {
      for (const value of values) {
        price = value
        ticks.notify({ price: value, time: clock.now(), source: 'simulated' })
      }
      await watch.settled()
    },
  }
}

describe('the watch of price levels', () => {
  test('notifies once of a level, with its note and the price, and removes it', async () => {
    const { watch, service, prices, pushes } = instance()
    watch.start()
    const userId = await person()
    await service.add(userId, { price: '110', note: 'resistance' })
    await service.add(userId, { price: '90', sound: 'bell' })
    await prices('105', '109.99')
    expect(await notices()).toEqual([])
    await prices('110.5', '112', '108', '112')
    const alert = { level: '110', side: 'above', price: '110.5', note: 'resistance', sound: null }
    expect(await notices()).toEqual([{ user_id: userId, alert }] as never)
    expect(await levels()).toMatchObject([{ price: '90' }])
    await prices('89.99')
    expect(await notices()).toMatchObject([
      {},
      { alert: { level: '90', side: 'below', sound: 'bell' } },
    ])
    expect(pushes()).toBeGreaterThanOrEqual(2)
    await watch.stop()
  })

  test('notifies of a level that a price crosses while it is read', async () => {
    const store = createLevelStore(database)
    const { watch, service } = instance({
      ...store,
      async watchedOf(...options) {
        const rows = await store.watchedOf(...options)
        price = '111'
        return rows
      },
    })
    watch.start()
    const userId = await person()
    await service.add(userId, { price: '110' })
    await watch.settled()
    expect(await notices()).toMatchObject([{ user_id: userId, alert: { level: '110' } }])
    await watch.stop()
  })

  test('watches a level no longer that has notified once', async () => {
    const { watch, service, prices } = instance()
    watch.start()
    const userId = await person()
    await service.add(userId, { price: '110' })
    await service.add(userId, { price: '120', repeats: true })
    await prices('105')
    expect(watch.stats().levels).toBe(2)
    await prices('125')
    expect(watch.stats().levels).toBe(1)
    await watch.stop()
  })

  test('watches a level no longer that another owner has notified of', async () => {
    const [one, two] = [instance(), instance()]
    const userId = await person()
    await one.service.add(userId, { price: '110' })
    await one.service.add(userId, { price: '120', repeats: true })
    for (const { watch } of [one, two]) watch.start()
    for (const { prices } of [one, two]) await prices('125')
    expect(two.watch.stats().levels).toBe(1)
    for (const { watch } of [one, two]) await watch.stop()
  })

  test('repeats a level at most once in ten minutes, and not for noise', async () => {
    const { watch, service, prices } = instance()
    watch.start()
    await service.add(await person(), { price: '110', repeats: true })
    await prices('105')
    await prices('110.05', '109.95', '110.09', '109.9')
    expect(await notices()).toHaveLength(1)
    await prices('112', '108')
    expect(await notices()).toHaveLength(1)
    clock.advance(10 * MINUTE_MS)
    await prices('112')
    expect(await notices()).toMatchObject([
      { alert: { side: 'above' } },
      { alert: { side: 'above' } },
    ])
    await watch.stop()
  })

  test('a crossing while nobody watched is found at the first price of the next owner', async () => {
    const first = instance()
    first.watch.start()
    await first.service.add(await person(), { price: '110' })
    await first.prices('105')
    await first.watch.stop()
    const second = instance()
    await second.prices('115')
    second.watch.start()
    await second.watch.settled()
    expect(await notices()).toMatchObject([{ alert: { price: '115' } }])
    await second.watch.stop()
  })

  test('an old price crosses nothing: neither at the start of an owner nor when a level is added', async () => {
    const { watch, service, prices } = instance()
    price = '120'
    freshness = 'stale'
    await service.add(await person(), { price: '110' })
    watch.start()
    await watch.settled()
    freshness = 'live'
    await prices('100', '105')
    expect(await notices()).toEqual([])
    await prices('110')
    expect(await notices()).toHaveLength(1)
    await watch.stop()
  })

  test('two owners at once, and a crash after the transaction, notify once', async () => {
    const [one, two] = [instance(), instance()]
    const userId = await person()
    await one.service.add(userId, { price: '110' })
    await one.service.add(userId, { price: '120', repeats: true })
    for (const { watch } of [one, two]) watch.start()
    await Promise.all([one.watch.settled(), two.watch.settled()])
    await Promise.all([one.prices('125'), two.prices('125')])
    expect(await notices()).toHaveLength(2)
    for (const { watch } of [one, two]) await watch.stop()
    const after = instance()
    after.watch.start()
    await after.prices('125')
    expect(await notices()).toHaveLength(2)
    await after.watch.stop()
  })

  test('repeats what the database refused, in the order of the prices', async () => {
    const store = createLevelStore(database)
    let isBroken = false
    const storeMoves: LevelStore['storeMoves'] = (moves) => {
      if (isBroken) throw new Error('the database is away')
      return store.storeMoves(moves)
    }
    const { watch, service, prices } = instance({ ...store, storeMoves })
    watch.start()
    await service.add(await person(), { price: '110', repeats: true })
    await prices('105')
    isBroken = true
    const stored = prices('115', '111', '105')
    await eventually(() => watch.stats().failures > 0)
    isBroken = false
    clock.advance(1000)
    await stored
    expect(await notices()).toMatchObject([{ alert: { side: 'above', price: '115' } }])
    expect(await levels()).toEqual([{ price: '110', side: 'below' }])
    expect(watch.stats()).toMatchObject({ levels: 1, notified: 1 })
    await watch.stop()
  })

  test('notifies of no level that was moved away from the price before it hears of that', async () => {
    const [{ watch, service, prices }, other] = [instance(), instance()]
    watch.start()
    const userId = await person()
    const { id } = await service.add(userId, { price: '110' })
    await prices('101')
    await other.service.replace(userId, id, { price: '150' })
    await prices('130')
    expect(await notices()).toEqual([])
    expect(await levels()).toEqual([{ price: '150', side: 'below' }])
    await watch.stop()
  })

  test('hears of levels that another instance added, moved or removed', async () => {
    const { watch, service, prices } = instance()
    watch.start()
    const userId = await person()
    const { id } = await service.add(userId, { price: '110' })
    await prices('101')
    await service.replace(userId, id, { price: '150' })
    const gone = await service.add(userId, { price: '120' })
    await service.remove(userId, gone.id)
    await prices('130')
    expect(await notices()).toEqual([])
    await prices('150')
    expect(await notices()).toMatchObject([{ alert: { level: '150' } }])
    await watch.stop()
  })

  test('announces the alerts of one price to the other instances, however many they are', async () => {
    const [own, other] = await connectedBuses(2, clock)
    if (!own || !other) throw new Error('there are not two')
    const { watch, prices } = instance(createLevelStore(database), own.bus)
    const announced: number[] = []
    other.bus.on('alerts', ({ notified }) => announced.push(...notified.map(({ id }) => id)))
    const { invalidations } = other.bus.stats() ?? {}
    await database.query(MANY, [await person(), 400])
    watch.start()
    await watch.settled()
    await prices('300000')
    expect(await notices()).toHaveLength(400)
    expect(new Set(announced).size).toBe(400)
    expect(other.bus.stats()).toMatchObject({ invalidations, rejected: 0 })
    await watch.stop()
  })

  test('notifies nobody who is signed in nowhere, and of no level past its time', async () => {
    const { watch, service, prices } = instance()
    watch.start()
    const [gone, late] = [await person(), await person()]
    await database.script(`UPDATE session SET revoked = now() WHERE user_id = ${gone}`)
    await service.add(gone, { price: '110' })
    await service.add(late, { price: '110', days: 1 })
    clock.advance(25 * 60 * MINUTE_MS)
    await prices('115')
    expect(await notices()).toEqual([])
    await watch.stop()
  })
})
