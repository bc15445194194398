import { systemClock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { createNotifications } from '#api/modules/notifications/create-notifications.ts'
import { createVapidKey } from '#api/modules/notifications/push/vapid-key.ts'
import { pushService } from '#tests/support/push-service.ts'
import { addPeople, settleDown } from './fill.ts'
import { startBare } from './processes.ts'
import type { Row } from './report.ts'

const MESSAGES = 10_000
/** A push service's time to answer. */
const LATENCY_MS = 60
/** Requests in progress of the baseline: as many as Bun runs at once. */
const AT_ONCE = 256
const BODY_BYTES = 350

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
    ]
  } finally {
    await bare.stop()
  }
}
