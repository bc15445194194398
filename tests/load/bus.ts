import { freePort } from '#build/setup/free-port.mjs'
import { startRedis } from '#build/setup/redis-server.mjs'
import { type EndKind, openEnd } from './bus-peer.ts'
import { startOtherEnd } from './processes.ts'
import type { Row } from './report.ts'

/** Low rate: each event is delivered before the next. */
const SINGLE = 200
const SINGLE_PAUSE_MS = 50
/** High rate. */
const MANY = 5_000
const BURST = 5
const BURST_MS = 5

interface Figures {
  p50: number
  p99: number
  /** CPU time of publishing 1,000 events and receiving the answers (ms). */
  cpu: number
}

async function measure(kind: EndKind, url: string): Promise<Figures> {
  const other = await startOtherEnd(kind, url)
  const end = await openEnd(kind, url)
  try {
    const sent = new Map<number, number>()
    const delays: number[] = []
    end.onNumber((number) => {
      const start = sent.get(-number)
      // Half the round trip, because both instants are of one clock.
      if (start !== undefined) delays.push((performance.now() - start) / 2)
    })
    for (let number = 1; number <= SINGLE; number++) {
      sent.set(number, performance.now())
      end.publish(number)
      await Bun.sleep(SINGLE_PAUSE_MS)
    }
    await Bun.sleep(1_000)
    if (delays.length !== SINGLE) throw new Error(`${SINGLE - delays.length} events were lost`)
    const sorted = delays.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(SINGLE * share)] ?? 0
    const before = process.cpuUsage()
    for (let number = 1; number <= MANY; number++) {
      end.publish(SINGLE + number)
      if (number % BURST === 0) await Bun.sleep(BURST_MS)
    }
    await Bun.sleep(500)
    const { user, system } = process.cpuUsage(before)
    return { p50: at(0.5), p99: at(0.99), cpu: (user + system) / MANY }
  } finally {
    await end.stop()
    await other.stop()
  }
}

async function compare(server: string, url: string): Promise<Row[]> {
  const bare = await measure('bare', url)
  const bus = await measure('bus', url)
  const row = (what: string, figure: keyof Figures): Row => ({
    what: `${what} through ${server}`,
    against: 'one message per event',
    unit: 'ms',
    own: bus[figure],
    baseline: bare[figure],
    bar: null,
  })
  return [
    row('an event, one way, p50,', 'p50'),
    row('… p99,', 'p99'),
    row('CPU of 1,000 events published and answered,', 'cpu'),
  ]
}

/** Measures the delay of an event between two instances, and the CPU time of publishing. */
export async function benchBus(env: Record<string, string>): Promise<Row[]> {
  const redis = await startRedis(await freePort())
  try {
    return [
      ...(await compare('PostgreSQL', env.DATABASE_URL ?? '')),
      ...(await compare('Redis', redis.url)),
    ]
  } finally {
    await redis.stop()
  }
}
