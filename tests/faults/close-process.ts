import type { Database } from '#api/infrastructure/database/database.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { createCommitmentStore } from '#api/modules/receipts/commitment-store.ts'
import { createCommitmentTileStore } from '#api/modules/receipts/commitment-tile-store.ts'
import { createLogStore } from '#api/modules/receipts/log/log-store.ts'
import { createSealer } from '#api/modules/receipts/sealer.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { testSigner } from '#tests/support/test-signer.ts'

// Closes the due rounds of a database, and kills itself while its statement N is under way.
const [url = '', now = '', killAt = ''] = process.argv.slice(2)

let statements = 0

/** Sends a statement, and ends the process before its reply can be read. */
function withKill(sql: Sql): Sql {
  const sent = <Result>(result: Promise<Result>): Promise<Result> => {
    statements += 1
    if (statements === Number(killAt)) setImmediate(() => process.kill(process.pid, 'SIGKILL'))
    return result
  }
  return {
    query: (...args) => sent(sql.query(...args)),
    script: (text) => sent(sql.script(text)),
  }
}

const opened = openPostgres({ url, connections: 5, onConnectionError: () => {} })
const database: Database = {
  ...opened,
  ...withKill(opened),
  transaction: (work) => opened.transaction((sql) => work(withKill(sql))),
}
const sealer = createSealer({
  commitments: createCommitmentStore(database, 100),
  tiles: createCommitmentTileStore(database),
  logStore: createLogStore(database),
  signer: testSigner,
  bus: testBus(),
  clock: testClock(Number(now)),
  log: createLog('silent'),
})
await sealer.run()
await opened.close()
console.log(JSON.stringify({ statements, ...sealer.stats() }))
