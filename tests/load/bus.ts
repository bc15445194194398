import { startRedis } from '#build/setup/redis-server.mjs'
import { freePort } from '#tests/support/free-port.ts'
import { type EndKind, openEnd } from './bus-end.ts'
import { startOtherEnd } from './processes.ts'
import type { Row } from './report.ts'

/** Events one by one, far enough apart that none waits for another. */
const SINGLE = 400
const APART_MS = 25
/** Events as a busy server has them. */
const MANY = 5_000
const BURST = 5
const BURST_MS = 5

interface Figures {
  p50: number
  p99: number
  /** CPU of the process that says 1,000 events (ms). */
  cpu: number
}

async function measure(kind: EndKind, url: string): Promise<Figures> {
  const other = await startOtherEnd(kind, url)
  const end = await openEnd(kind, url)
  try {
    const sent = new Map<number, number>()
    const delays: number[] = []
    end.onHear((number) => {
      const begin = sent.get(number)
      // There and back, by one clock.
      if (begin !== undefined) delays.push((performance.now() - begin) / 2)
    })
    for (let number = 0; number < SINGLE; number++) {
      sent.set(number, performance.now())
      end.say(number)
      await Bun.sleep(APART_MS)
    }
    await Bun.sleep(500)
    if (delays.length !== SINGLE) throw new Error(`${SINGLE - delays.length} events were lost`)
    const sorted = delays.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(SINGLE * share)] ?? 0
    end.onHear(() => {})
    const before = process.cpuUsage()
    for (let number = 0; number < MANY; number++) {
      end.say(SINGLE + number)
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

async function compare(carrier: string, url: string): Promise<Row[]> {
  const bare = await measure('bare', url)
  const bus = await measure('bus', url)
  const row = (what: string, figure: keyof Figures): Row => ({
    what: `${what} through ${carrier}`,
    against: 'a message an event, bare',
    unit: 'ms',
    own: bus[figure],
    anchor: bare[figure],
    bar: null,
  })
  return [
    row('an event, one way, p50,', 'p50'),
    row('… p99,', 'p99'),
    row('CPU of 1,000 events, said and heard back,', 'cpu'),
  ]
}

/** How long an event is on its way from one process to another, and what telling it costs. */
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
