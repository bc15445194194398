import { systemClock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { createListeners } from '#api/infrastructure/listeners.ts'
import { createLog } from '#api/infrastructure/log.ts'
import type { Tick } from '#api/market/types.ts'
import { createLevelStore } from '#api/modules/alerts/level-store.ts'
import { createLevelWatch } from '#api/modules/alerts/level-watch.ts'
import { createNotifications } from '#api/modules/notifications/create-notifications.ts'
import { createVapidKey } from '#api/modules/notifications/push/vapid-key.ts'
import { quietUntil } from '#shared/rules/quiet-hours.ts'
import { pushService } from '#tests/support/push-service.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { addPeople, settleDown } from './fill.ts'
import { startBare } from './processes.ts'
import type { Row } from './report.ts'

const MESSAGES = 10_000
/** A push service's time to answer. */
const LATENCY_MS = 60
/** Requests in progress of the baseline: as many as Bun runs at once. */
const AT_ONCE = 256
const BODY_BYTES = 350
/** Levels that one price crosses, each of another person. */
const LEVELS = 1_000

/** A session, a device and a due message for each person. Security notices know no quiet hours. */
const FILL = statement(
  `WITH people AS (SELECT id FROM user_account WHERE id >= $1),
  sessions AS (
    INSERT INTO session (id, user_id, created, last_used, expires)
    SELECT gen_random_uuid(), id, now(), now(), now() + interval '30 days' FROM people
    RETURNING id, user_id),
  devices AS (
    INSERT INTO push_device (user_id, session_id, endpoint, p256dh, auth, server_key, zone, locale,
      created)
    SELECT user_id, id, $2 || user_id, $3, $4, $5, 'Asia/Seoul', 'en-US', now() FROM sessions
    RETURNING id, user_id),
  notices AS (
    INSERT INTO notification (user_id, kind, act, created)
    SELECT id, 'security', 'export', now() FROM people RETURNING id, user_id)
  INSERT INTO push_delivery (notification_id, device_id, due, expires)
    SELECT n.id, d.id, now(), now() + interval '1 day' FROM notices n JOIN devices d USING (user_id)`,
)

/** A level for each of the first people with a device, who are awake in `$3`. */
const ADD_LEVELS = statement(
  `WITH people AS (SELECT user_id FROM push_device WHERE user_id >= $1 ORDER BY user_id LIMIT $2),
  awake AS (UPDATE push_device SET zone = $3 WHERE user_id IN (SELECT user_id FROM people))
  INSERT INTO price_level (user_id, price, note, repeats, is_armed, side, created, expires)
    SELECT user_id, '100000', '', false, true, 'below', now(), now() + interval '1 day' FROM people`,
)

/** Runs `AT_ONCE` loops of `work` until it has run `MESSAGES` times; returns the rate per second. */
async function rateOf(work: () => Promise<void>): Promise<number> {
  let left = MESSAGES
  const begin = performance.now()
  const loop = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loop))
  return (MESSAGES * 1000) / (performance.now() - begin)
}

/** Milliseconds from a price that crosses the levels of `LEVELS` people until `pusher` has sent to each. */
async function crossLevels(
  database: Database,
  first: number,
  pusher: ReturnType<typeof createNotifications>['pusher'],
): Promise<number> {
  const zone = ['UTC', 'Pacific/Auckland'].find((name) => quietUntil(Date.now(), name) === null)
  await database.query(ADD_LEVELS, [first, LEVELS, zone ?? 'UTC'])
  const ticks = createListeners<Tick>((error) => {
    throw error
  })
  const watch = createLevelWatch({
    store: createLevelStore(database),
    market: { price: () => null, onTick: ticks.add },
    bus: testBus(),
    sendPush: pusher.run,
    clock: systemClock,
    log: createLog('silent'),
  })
  watch.start()
  await watch.settled()
  const before = pusher.stats().sent
  const begin = performance.now()
  ticks.notify({ price: '100001', time: Date.now(), source: 'simulated' })
  await watch.settled()
  await pusher.run()
  const elapsed = performance.now() - begin
  await watch.stop()
  const sent = pusher.stats().sent - before
  if (sent !== LEVELS) throw new Error(`${sent} of ${LEVELS} crossed levels were sent`)
  return elapsed
}

/** Measures one instance that sends push messages, against requests of the same size without a queue. */
export async function benchPush(database: Database): Promise<Row[]> {
  const bare = await startBare({ status: 201, headers: [], body: '', afterMs: LATENCY_MS })
  try {
    const secret = crypto.randomUUID()
    const { pusher } = createNotifications({
      config: { publicUrl: 'https://tidemark.example' },
      clock: systemClock,
      log: createLog('silent'),
      database,
      bus: { publish() {} },
      summary: { current: () => Promise.reject(new Error('no market')) },
      secrets: { push: secret },
      pushFetch: (_, init) => fetch(bare.url, init),
    })
    const { endpoint, p256dh, auth } = pushService().subscribe()
    const first = await addPeople(database, MESSAGES)
    const { publicKey } = createVapidKey(secret, 'mailto:bench@tidemark.example')
    await database.query(FILL, [first, endpoint, p256dh, auth, publicKey])
    await settleDown(database)
    const body = new Uint8Array(BODY_BYTES)
    const baseline = await rateOf(async () => {
      const reply = await fetch(bare.url, { method: 'POST', body })
      await reply.body?.cancel()
    })
    const [begin, before] = [performance.now(), process.cpuUsage()]
    await pusher.run()
    const seconds = (performance.now() - begin) / 1000
    const { user, system } = process.cpuUsage(before)
    const { sent } = pusher.stats()
    if (sent !== MESSAGES) throw new Error(`${sent} of ${MESSAGES} messages were sent`)
    const crossed = await crossLevels(database, first, pusher)
    return [
      {
        what: `push messages, ${LATENCY_MS} ms at the service,`,
        against: 'requests without a queue',
        unit: '/s',
        own: MESSAGES / seconds,
        baseline,
        bar: 0.5,
      },
      {
        what: '… CPU of a message',
        against: 'time of a message',
        unit: 'ms',
        own: (user + system) / 1000 / MESSAGES,
        baseline: (seconds * 1000) / MESSAGES,
        bar: null,
      },
      {
        what: `one price crosses ${LEVELS} levels, until the last is pushed`,
        against: 'two seconds',
        unit: 'ms',
        own: crossed,
        baseline: 2_000,
        bar: 1,
      },
    ]
  } finally {
    await bare.stop()
  }
}
