import type { Database } from '#api/infrastructure/database/database.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import { readMarketKind, recordMarketKind } from '#api/market/market-kind.ts'
import { createCandleStore, createReplayAnchor } from '#api/market/store.ts'
import { createSeasonStore } from '#api/modules/rounds/season-store.ts'
import { type CommandDeps, CommandError, OK, USAGE, withMigratedDatabase } from './command.ts'
import { createDemo } from './seed/demo.ts'
import { readPastMarket } from './seed/market.ts'
import { freezesOf } from './seed/rounds.ts'
import { countUsers, insideTransaction, lockAccounts, saveDemo } from './seed/store.ts'

/** Whether the database has the demo data. @throws CommandError when it has real users */
async function isSeeded(database: Sql): Promise<boolean> {
  const { real, demo } = await countUsers(database)
  if (real > 0) {
    throw new CommandError(
      `This database has ${real} real ${real === 1 ? 'user' : 'users'}: the demo stays out of it. ` +
        'Set DATA_DIR or DATABASE_URL to another database.',
    )
  }
  return demo > 0
}

/** Inserts the demo data into an empty database. */
async function fill(database: Database, deps: CommandDeps): Promise<void> {
  const market = await readPastMarket(database, deps)
  const now = deps.clock.now()
  const demo = await createDemo(market, now)
  const isWritten = await database.transaction(async (sql) => {
    await lockAccounts(sql)
    // A user may have signed in, or another seed may have run, since the first check.
    if (await isSeeded(sql)) return false
    const kind = await readMarketKind(sql)
    if (kind !== null && kind !== market.kind) {
      throw new CommandError(
        `This database holds ${kind} prices, and the market is ${market.kind}.`,
      )
    }
    await recordMarketKind(sql, market.kind)
    const inside = insideTransaction(database, sql)
    if (market.anchor) await createReplayAnchor(inside).save(market.anchor)
    await createCandleStore(inside).save(market.source, market.candles)
    await saveDemo(sql, demo)
    const seasons = createSeasonStore(inside)
    for (const at of freezesOf(demo.rounds, now)) await seasons.freezeDue(at)
    return true
  })
  if (!isWritten) throw new CommandError('Another seed has just filled this database.')
  const notes = demo.votes.filter(({ html }) => html !== '').length
  deps.print(
    `Seeded a demo of ${market.kind} prices (${market.source}): ${demo.people.length} users, ` +
      `${demo.rounds.length} rounds, ${demo.votes.length} votes (${notes} with a note), ` +
      `${demo.posts.length} posts. A server that is running shows it after a restart.`,
  )
}

/**
 * Fills the database with demo data in one transaction; a second run changes nothing. @throws CommandError
 * in production, beside real users, on a database with prices of another kind, or without prices
 */
export async function seed(args: readonly string[], deps: CommandDeps): Promise<number> {
  if (args.length > 0) throw new CommandError('Usage: npm run seed', USAGE)
  if (deps.config.production) {
    throw new CommandError('The demo is for trying Tidemark out: it stays out of production.')
  }
  return withMigratedDatabase(deps, async (database) => {
    if (await isSeeded(database)) deps.print('The demo is there already; nothing was changed.')
    else await fill(database, deps)
    return OK
  })
}
