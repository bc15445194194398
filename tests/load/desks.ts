import type { Database } from '#api/infrastructure/database/database.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { STREAM_REQUESTS } from '#shared/contract/endpoints.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { checkOpenFiles, listen } from './listeners.ts'
import { startProduct } from './processes.ts'
import type { Row } from './report.ts'
import { cpuSeconds } from './resources.ts'
import { shortCount } from './scale-size.ts'
import { createTokens } from './votes.ts'

const VOTE_EVERY_MS = 1_000
/** CPU of the votes, percent of a core. */
const CPU_MAX = 25
const DELAY_MAX_MS = 1_000
/** What the desk of a member requests. */
const DESK = [STREAM_REQUESTS.votes, STREAM_REQUESTS.prices]
/** With fewer desks the write of the vote itself is most of it. */
const WEIGHED_FROM = 5_000

/** Measures open desks with simulated prices while nobody votes, and with a vote each second. */
export async function benchDesks(
  env: Record<string, string>,
  database: Database,
  { listeners: desks, seconds }: { listeners: number; seconds: number },
): Promise<Row[]> {
  checkOpenFiles(desks)
  const tokens = await createTokens(database, env, 2 * seconds)
  const targetDate = new Date(liveRound(Date.now()).targetDate).toISOString()
  const product = await startProduct({ ...env, LOG_LEVEL: 'silent' })
  const vote = async () => {
    const reply = await fetch(`${product.url}${API_PREFIX}/votes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.pop()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ targetDate, vote: 'up', content: '' }),
    })
    if (!reply.ok) throw new Error(`a vote was answered with ${reply.status}`)
  }
  /** What the desks received, and the CPU of the server meanwhile (percent of a core). */
  const turn = async (hasVotes: boolean) => {
    let [before, begin] = [0, 0]
    let voting: ReturnType<typeof setInterval> | undefined
    const failed = Promise.withResolvers<never>()
    const report = await Promise.race([
      failed.promise,
      listen({
        ...{ url: product.url, count: desks, seconds, requests: DESK },
        onReady: async () => {
          before = await cpuSeconds(product)
          begin = performance.now()
          if (!hasVotes) return
          voting = setInterval(() => vote().catch(failed.reject), VOTE_EVERY_MS)
        },
      }),
    ]).finally(() => clearInterval(voting))
    const passed = (performance.now() - begin) / 1000
    const spent = (await cpuSeconds(product)) - before
    return { ...report, cpu: (100 * spent) / passed }
  }
  try {
    const quiet = await turn(false)
    const busy = await turn(true)
    const what = `${shortCount(desks)} desks, a vote each second`
    const isWeighed = desks >= WEIGHED_FROM
    return [
      {
        what: `${what}, CPU of the votes`,
        against: 'budget',
        unit: '%',
        own: busy.cpu - quiet.cpu,
        baseline: CPU_MAX,
        bar: isWeighed ? 1 : null,
      },
      {
        what: `${what}, CPU of all`,
        against: 'without votes',
        unit: '%',
        own: busy.cpu,
        baseline: quiet.cpu,
        bar: null,
      },
      {
        what: `${what}, messages delivered`,
        against: 'messages × desks',
        unit: 'received',
        own: busy.received,
        baseline: busy.sent * desks,
        bar: 0.999,
      },
      {
        what: `${what}, delay p99`,
        against: 'budget',
        unit: 'ms',
        own: busy.p99,
        baseline: DELAY_MAX_MS,
        bar: 1,
      },
    ]
  } finally {
    await product.stop()
  }
}
