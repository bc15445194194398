import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { systemClock } from '#api/infrastructure/clock.ts'
import { STREAM_PATH, STREAM_REQUESTS } from '#shared/contract/endpoints.ts'
import { within } from '#tests/support/eventually.ts'
import { startBinance } from '#tests/support/exchange/binance.ts'
import { generatedTape, priceAt } from '#tests/support/exchange/tape.ts'
import { startProduct } from './processes.ts'
import type { Row } from './report.ts'
import { cpuSeconds, memoryOf } from './resources.ts'
import { shortCount } from './scale-size.ts'

/** A busy exchange, above the product's four ticks per second. */
const TRADE_EVERY_MS = 100
const DELAY_MAX_MS = 250
const MEMORY_MAX_KB = 20
/** With fewer listeners, heap noise exceeds their memory. */
const WEIGHED_FROM = 5_000

const Report = Type.Object({
  /** Messages sent while all listened, and those received. */
  sent: Type.Integer(),
  received: Type.Integer(),
  ticks: Type.Integer(),
  p50: Type.Number(),
  p99: Type.Number(),
  seconds: Type.Number(),
})

interface Listening {
  url: string
  count: number
  seconds: number
  /** Texts that each listener sends after the greeting. */
  requests: string[]
  /** Called once all are connected. */
  onReady: () => Promise<void>
}

/** Starts the listener process and returns what it counted. */
export async function listen({ url, onReady, ...order }: Listening) {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const script = new URL('listener-process.ts', import.meta.url).pathname
  const child = Bun.spawn([process.execPath, script], {
    stdout: 'inherit',
    stderr: 'inherit',
    ipc: (message) => {
      if (message !== 'ready') return resolve(message)
      onReady().then(() => child.send('begin'), reject)
    },
    onExit: () => reject(new Error('the listeners ended')),
  })
  child.send({ url: `${url.replace(/^http/, 'ws')}${STREAM_PATH}`, ...order })
  // Ten thousand listeners connect within a minute.
  const limit = order.seconds * 1000 + 120_000
  const report = await within(promise, `${order.count} listeners report`, limit).finally(() =>
    child.kill('SIGKILL'),
  )
  if (!Value.Check(Report, report)) throw new Error('the listeners did not report')
  return report
}

/** Throws where fewer files may be open than `count` sockets need. */
export function checkOpenFiles(count: number): void {
  if (process.platform === 'win32') return
  const limit = Bun.spawnSync(['sh', '-c', 'ulimit -n']).stdout.toString().trim()
  if (limit === 'unlimited' || Number(limit) >= count + 500) return
  throw new Error(`only ${limit} open files are allowed; raise it with: ulimit -n 20000`)
}

/** Measures stream listeners of the real server on a stand-in of Binance: members, then guests. */
export async function benchListeners(
  env: Record<string, string>,
  { listeners, seconds }: { listeners: number; seconds: number },
): Promise<Row[]> {
  checkOpenFiles(listeners)
  const tape = generatedTape()
  const exchange = startBinance({ tape, clock: systemClock })
  const trading = setInterval(() => {
    const price = priceAt(tape, Date.now())
    if (price !== null) exchange.tick(price, Date.now())
  }, TRADE_EVERY_MS)
  const product = await startProduct({
    ...env,
    LOG_LEVEL: 'silent',
    PRICE_FEED: 'binance',
    ...exchange.settings,
  })
  try {
    const before = await memoryOf(product)
    const order = { url: product.url, count: listeners, seconds }
    let [after, spent] = [0, 0]
    const report = await listen({
      ...order,
      requests: [STREAM_REQUESTS.prices],
      onReady: async () => {
        after = await memoryOf(product)
        spent = await cpuSeconds(product)
      },
    })
    const everyPrice = (await cpuSeconds(product)) - spent
    const end = await memoryOf(product)
    const guests = await listen({
      ...order,
      requests: [],
      onReady: async () => {
        spent = await cpuSeconds(product)
      },
    })
    const onePrice = (await cpuSeconds(product)) - spent
    const what = `${shortCount(listeners)} listeners`
    const kB = (bytes: number) => (bytes - before) / listeners / 1000
    const memory = { unit: 'kB' as const, against: 'budget', baseline: MEMORY_MAX_KB }
    const weighed = listeners < WEIGHED_FROM ? null : 1
    const delay = { unit: 'ms' as const, against: 'budget', baseline: DELAY_MAX_MS }
    const { sent, received, ticks, p50, p99 } = report
    return [
      {
        what: `${what}, messages delivered`,
        against: 'messages × listeners',
        unit: 'received',
        own: received,
        baseline: sent * listeners,
        bar: 0.999,
      },
      {
        what: `${what}, ticks`,
        against: 'four a second',
        unit: '/s',
        own: ticks / report.seconds,
        baseline: 4,
        bar: 0.9,
      },
      {
        what: `${shortCount(listeners)} guests, messages delivered`,
        against: 'messages × guests',
        unit: 'received',
        own: guests.received,
        baseline: guests.sent * listeners,
        bar: 0.999,
      },
      {
        what: `${shortCount(listeners)} guests, CPU with one price a second`,
        against: 'every price',
        unit: '%',
        own: (100 * onePrice) / guests.seconds,
        baseline: (100 * everyPrice) / report.seconds,
        bar: 0.5,
      },
      { ...delay, what: `${what}, delay p50`, own: p50, bar: null },
      { ...delay, what: `${what}, delay p99`, own: p99, bar: 1 },
      { ...memory, what: `${what}, memory each once connected`, own: kB(after), bar: null },
      { ...memory, what: `${what}, memory each at the end`, own: kB(end), bar: weighed },
      {
        what: `${what}, memory of the whole server`,
        against: 'before',
        unit: 'MB',
        own: end / 1_000_000,
        baseline: before / 1_000_000,
        bar: null,
      },
    ]
  } finally {
    clearInterval(trading)
    await product.stop()
    await exchange.stop()
  }
}
