import type { Browser } from 'playwright'
import { statement } from '#api/infrastructure/database/sql.ts'
import { freePort } from '#build/setup/free-port.mjs'
import { startRedis } from '#build/setup/redis-server.mjs'
import { launchBrowser } from '#tests/browser/support/site.ts'
import { startApp } from '#tests/desktop/stand-in/start.ts'
import { signIn } from '#tests/desktop/support/journey.ts'
import { onStandIn } from '#tests/desktop/support/on-stand-in.ts'
import { onDatabase } from '#tests/load/load-database.ts'
import { startProduct } from '#tests/load/processes.ts'
import type { Row } from '#tests/load/report.ts'
import { type Delays, measureActs } from './acts.ts'
import { ADMIN, castVote, READER, signInMember } from './scene.ts'

const RUNS = 3
/** A moderator's act takes effect everywhere within this time. */
const LIMIT_MS = 1_000
/** Origin of the app's pages on the stand-in for Electron. */
const DESKTOP_ORIGIN = 'http://tidemark.localhost'

/** A settled round for each run ($1), with one vote of the user $2. */
const PAY_VOTE = statement(
  `WITH own_round AS (
     INSERT INTO round (ref_date, target_date, outcome, settled_at)
     SELECT day, day + interval '7 days', 'up', now()
     FROM (SELECT '2020-01-06Z'::timestamptz + $1 * interval '7 days' AS day) days
     RETURNING id, ref_date
   ), own_vote AS (
     INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title,
       content, has_content, created)
     SELECT id, $2, 'up', 100, -50, 2, '', '', false, ref_date FROM own_round RETURNING id, round_id
   )
   INSERT INTO ledger (vote_id, user_id, round_id, points, settled_at)
   SELECT id, $2, round_id, 100, now() FROM own_vote`,
)

interface Setting {
  name: string
  processes: 1 | 2
  environment: Record<string, string>
}

async function measureSetting(browser: Browser, setting: Setting): Promise<Delays[]> {
  return onDatabase(false, async (env, database) => {
    const settings = {
      ...env,
      ...setting.environment,
      ADMIN_EMAILS: ADMIN,
      CORS_ORIGINS: DESKTOP_ORIGIN,
      LOG_LEVEL: 'silent',
    }
    const here = await startProduct(settings)
    const there = setting.processes === 2 ? await startProduct(settings) : here
    const app = await startApp({ browser, apiOrigin: there.url })
    try {
      const admin = await signInMember(here.url, ADMIN)
      const reader = await signInMember(there.url, READER)
      await castVote(reader, 'unknown')
      const runs: Delays[] = []
      const world = {
        here: here.url,
        there: there.url,
        browser,
        admin,
        reader,
        async rank(userId: number, run: number) {
          await database.query(PAY_VOTE, [run, userId])
          await here.rank()
        },
        desktop: (name: string) => signIn(onStandIn(app), browser, name),
      }
      for (let run = 1; run <= RUNS; run++) runs.push(await measureActs(world, run))
      return runs
    } finally {
      // A window that is still loading must not hold up the table.
      await Promise.race([app.dispose(), Bun.sleep(5_000)])
      if (there !== here) await there.stop()
      await here.stop()
    }
  })
}

/** The longest delay of all runs. */
const worst = (runs: readonly Delays[], act: string, place: string): number =>
  Math.max(...runs.map((run) => run.get(act)?.get(place) ?? Number.NaN))

/**
 * Measures how long after a moderator's act every place still shows a hidden post, a hidden note and a
 * banned person. Prints a table with a column for each setting; the process fails above one second.
 */
export async function benchModeration(): Promise<Row[]> {
  const redis = await startRedis(await freePort())
  const browser = await launchBrowser()
  const settings: Setting[] = [
    { name: 'one process', processes: 1, environment: {} },
    { name: 'two, LISTEN/NOTIFY', processes: 2, environment: {} },
    { name: 'two, Redis', processes: 2, environment: { BUS_URL: redis.url } },
  ]
  const measured: { name: string; runs: Delays[] }[] = []
  try {
    for (const setting of settings) {
      measured.push({ name: setting.name, runs: await measureSetting(browser, setting) })
    }
  } finally {
    await browser.close()
    await redis.stop()
  }
  const acts = measured[0]?.runs[0] ?? new Map<string, Map<string, number>>()
  const lines = [['act', 'place', ...settings.map(({ name }) => `${name} (ms)`)], ['---']]
  const rows: Row[] = []
  for (const [act, places] of acts) {
    for (const place of places.keys()) {
      const delays = measured.map(({ runs }) => worst(runs, act, place))
      lines.push([act, place, ...delays.map(String)])
      for (const [index, own] of delays.entries()) {
        const what = `${act}: ${place}, ${measured[index]?.name}`
        rows.push({ what, against: 'limit', unit: 'ms', own, baseline: LIMIT_MS, bar: 1 })
      }
    }
  }
  lines[1] = lines[0]?.map(() => '---') ?? []
  process.stdout.write(`\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`)
  if (rows.some(({ own }) => !(own <= LIMIT_MS))) process.exitCode = 1
  return rows
}
