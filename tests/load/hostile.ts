import type { Database } from '#api/infrastructure/database/database.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { HOSTILE_BODIES } from './hostile-bodies.ts'
import { startProduct } from './processes.ts'
import type { Row } from './report.ts'
import { createTokens } from './votes.ts'

const SECONDS = 10
const BODIES_PER_SECOND = 50
const BODIES = BODIES_PER_SECOND * SECONDS
const PROBE_MS = 10
/** The body that costs most CPU and is accepted. */
const BODY = HOSTILE_BODIES['dense formatting, 32 kB'] ?? ''

/** Response times of GET /livez in ms, one request each `PROBE_MS`, while `work` runs. */
async function probe(url: string, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isRunning = true
  const stop = () => {
    isRunning = false
  }
  work.then(stop, stop)
  while (isRunning) {
    const start = performance.now()
    await (await fetch(`${url}/livez`)).text()
    times.push(performance.now() - start)
    await Bun.sleep(PROBE_MS)
  }
  return times.sort((a, b) => a - b)
}

/**
 * Measures /livez while the costliest accepted bodies arrive at a steady rate: in a process that has just
 * started, whose sanitizer is not compiled yet, and once it is.
 */
export async function benchHostile(
  env: Record<string, string>,
  database: Database,
): Promise<Row[]> {
  const product = await startProduct({ ...env, LOG_LEVEL: 'silent' })
  const tokens = await createTokens(database, env, 2 * BODIES)
  const targetDate = new Date(liveRound(Date.now()).targetDate).toISOString()
  const body = JSON.stringify({ targetDate, vote: 'up', content: BODY })
  const vote = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const reply = await fetch(`${product.url}${API_PREFIX}/votes`, {
      method: 'POST',
      headers,
      body,
    })
    if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`)
  }
  const flood = async (own: readonly string[]) => {
    const start = performance.now()
    const sent: Promise<void>[] = []
    for (const [index, token] of own.entries()) {
      await Bun.sleep(Math.max(0, start + (index * 1000) / BODIES_PER_SECOND - performance.now()))
      sent.push(vote(token))
    }
    await Promise.all(sent)
  }
  const measure = async (own: readonly string[]) => {
    const flooded = flood(own)
    const times = await probe(product.url, flooded)
    await flooded
    return (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0
  }
  const cold = await measure(tokens.slice(0, BODIES))
  const warm = await measure(tokens.slice(BODIES))
  await product.stop()
  const what = `GET /livez while ${BODIES_PER_SECOND} bodies of 32 kB a second are sanitized`
  const against = { against: 'budget', unit: 'ms', baseline: 50 } as const
  return [
    { what: `${what}, p50`, ...against, own: warm(0.5), bar: null },
    { what: `${what}, p99`, ...against, own: warm(0.99), bar: 1 },
    { what: '… p99 of the ten seconds after the start', ...against, own: cold(0.99), bar: null },
  ]
}
