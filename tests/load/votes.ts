import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { claimsOf } from '#api/modules/account/account.ts'
import { createAccountStore } from '#api/modules/account/account-store.ts'
import { createAccessTokens } from '#api/modules/auth/access-token.ts'
import { newSalt } from '#api/modules/receipts/receipt-row.ts'
import { createRoundStore } from '#api/modules/rounds/store.ts'
import { createVoteStore } from '#api/modules/votes/store.ts'
import { readSecrets } from '#api/server/secrets.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { alternate } from './compare.ts'
import { addPeople } from './fill.ts'
import { NOTE } from './hostile-bodies.ts'
import { pgbench } from './pgbench.ts'
import { startProduct } from './processes.ts'
import type { Row } from './report.ts'
import { recordStatements } from './statements.ts'
import { wrk } from './wrk.ts'

const SECONDS = 2
/** More than a round of SECONDS can use up. */
const PEOPLE_PER_ROUND = 20_000
const ROUNDS = 4
/** Requests in flight when wrk stopped. */
const UNDER_WAY = 200

/** Access tokens of new users, each used once. */
export async function createTokens(database: Database, env: Record<string, string>, count: number) {
  const first = await addPeople(database, count)
  const account = await createAccountStore(database).byId(first)
  if (!account) throw new Error('the people are not there')
  const { jwt } = readSecrets(readConfig({ ...env, PORT: '0' }))
  const tokens = createAccessTokens({ secret: jwt, clock: systemClock, cacheSize: 0 })
  const signed: string[] = []
  for (let id = first; id < first + count; id++) {
    signed.push(await tokens.sign({ ...claimsOf(account), id }, crypto.randomUUID()))
  }
  return signed
}

/** The stores' statements of one vote, run by pgbench for a new user each time. */
async function createAnchor(database: Database, url: string, folder: string) {
  const round = await createRoundStore(database).byRefDate(liveRound(Date.now()).refDate)
  if (!round) throw new Error('there is no live round')
  const userId = await addPeople(database, 1)
  const choice = 'up' as const
  const offer = { hit: 226, miss: -44 }
  const text = { title: '', content: '' }
  const now = Date.now()
  const statements = await recordStatements(database, async (recorded) => {
    const entryPrice = '60000.00'
    const vote = {
      choice,
      offer,
      entryPrice,
      offerVersion: 1,
      ...text,
      roundId: round.id,
      userId,
      now,
      salt: newSalt(),
    }
    await createVoteStore(recorded).insert(vote)
  })
  return () => pgbench({ database, url, folder, statements, userId })
}

/** Measures POST /votes against pgbench with the same statements on the same server. */
export async function benchVotes(env: Record<string, string>, database: Database): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
  const product = await startProduct({ ...env, LOG_LEVEL: 'silent' })
  const baseline = await createAnchor(database, env.DATABASE_URL ?? '', folder)
  const rows: Row[] = []
  for (const [what, content] of [
    ['POST /votes', ''],
    ['POST /votes, formatted note', NOTE],
  ] as const) {
    const tokens = await createTokens(database, env, PEOPLE_PER_ROUND * ROUNDS)
    const targetDate = new Date(liveRound(Date.now()).targetDate).toISOString()
    await Bun.write(join(folder, 'body'), JSON.stringify({ targetDate, vote: 'up', content }))
    let used = 0
    const cast = async () => {
      const next = tokens.slice(used, used + PEOPLE_PER_ROUND)
      await Bun.write(join(folder, 'tokens'), `${next.join('\n')}\n`)
      const run = await wrk({
        url: `${product.url}${API_PREFIX}/votes`,
        seconds: SECONDS,
        script: 'votes.lua',
        args: [join(folder, 'tokens'), join(folder, 'body')],
      })
      used += run.requests + UNDER_WAY
      return run.perSecond
    }
    const figures = await alternate(cast, baseline)
    const bar = content === '' ? 0.5 : 0.35
    rows.push({ what, against: 'pgbench, same statements', unit: '/s', ...figures, bar })
  }
  await product.stop()
  rmSync(folder, { recursive: true })
  return rows
}
