import type { Database } from '#api/infrastructure/database/database.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { createListeners } from '#api/infrastructure/listeners.ts'
import { createLog } from '#api/infrastructure/log.ts'
import type { Tick } from '#api/market/types.ts'
import { createLevelStore } from '#api/modules/alerts/level-store.ts'
import { createLevelWatch } from '#api/modules/alerts/level-watch.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'

// Watches the price levels of a database while the price rises by one from `from` to `to`, and kills itself at
// its statement N: while it is under way, or for an odd N once its reply is there. 0 for never.
const [url = '', now = '', from = '', to = '', killAt = ''] = process.argv.slice(2)

const end = () => process.kill(process.pid, 'SIGKILL')
let statements = 0
const opened = openPostgres({ url, connections: 2, onConnectionError: () => {} })
const database: Database = {
  ...opened,
  query: async (...args) => {
    statements += 1
    const isLast = statements === Number(killAt)
    const reply = opened.query(...args)
    if (isLast && statements % 2 === 0) setImmediate(end)
    const rows = await reply
    if (isLast) end()
    return rows
  },
}
const ticks = createListeners<Tick>((error) => {
  throw error
})
let price = from
const clock = testClock(Number(now))
const watch = createLevelWatch({
  store: createLevelStore(database),
  market: { price: () => ({ value: price, freshness: 'live' }), onTick: ticks.add },
  bus: testBus(),
  sendPush: async () => {},
  clock,
  log: createLog('silent'),
})
watch.start()
await watch.settled()
for (let at = Number(from); at <= Number(to); at++) {
  price = `${at}`
  clock.advance(250)
  ticks.notify({ price, time: clock.now(), source: 'simulated' })
  await watch.settled()
}
await watch.stop()
await opened.close()
