import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { API_PREFIX } from '#shared/contract/common.ts'
import { STREAM_PATH, STREAM_REQUESTS } from '#shared/contract/endpoints.ts'
import { REPLY_PAGE } from '#shared/rules/reply.ts'
import type { Loaded } from '#tests/load/processes.ts'
import type { Row } from '#tests/load/report.ts'
import { cpuSeconds } from '#tests/load/resources.ts'
import { within } from '#tests/support/eventually.ts'
import type { FilledThread } from './fill-thread.ts'
import type { ReadersOrder } from './readers-process.ts'

const DELAY_MAX_MS = 1_000
/** Time between two replies, ms: longer than the readers fetch. */
const PAUSE_MS = 3_000
/** Time limit of the readers' process (ms). */
const LIMIT_MS = 60_000

const Instants = Type.Array(Type.Number())

/** Starts the readers' process. */
async function startReaders(order: ReadersOrder) {
  let onMessage = (_: unknown) => {}
  const script = new URL('readers-process.ts', import.meta.url).pathname
  const child = Bun.spawn([process.execPath, script], {
    stdout: 'inherit',
    stderr: 'inherit',
    // As many requests at once as browsers would send.
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: `${order.tokens.length}` },
    ipc: (message) => onMessage(message),
  })
  const next = (what: string) => {
    const ended = child.exited.then(() => Promise.reject(new Error('the readers ended')))
    const message = new Promise<unknown>((resolve) => {
      onMessage = resolve
    })
    return within(Promise.race([message, ended]), what, LIMIT_MS)
  }
  const send = (message: ReadersOrder | string, what: string) => {
    const reply = next(what)
    child.send(message)
    return reply
  }
  await send(order, 'the readers are connected')
  return {
    watch: (text: string) => send(text, 'the readers watch'),
    seen: async () => Value.Parse(Instants, await next('the readers report')),
    stop: () => child.kill('SIGKILL'),
  }
}

/** Replies of the warm-up, in which the server compiles its code. */
const WARM_UP = 3

/** Access tokens of people who may read and write. Each writer writes one reply. */
interface People {
  readers: string[]
  writers: readonly string[]
}

/**
 * Measures how long a new reply takes until every reader of a thread has fetched it, from the start of its
 * request on. `label` names the database.
 */
export async function benchReaders(
  label: string,
  product: Loaded,
  { voteId, replies }: FilledThread,
  { readers: tokens, writers }: People,
): Promise<Row[]> {
  const { url } = product
  const path = `${url}${API_PREFIX}/votes/${voteId}/replies`
  const readers = await startReaders({
    stream: `${url.replace(/^http/, 'ws')}${STREAM_PATH}`,
    request: `${STREAM_REQUESTS.thread} vote ${voteId}`,
    // The end of the thread, with space for the new replies.
    page: `${path}?lock=question&from=${replies - REPLY_PAGE + writers.length + 1}`,
    tokens,
  })
  const count = tokens.length
  const delays: number[] = []
  let spent = 0
  try {
    for (const [index, token] of writers.entries()) {
      const content = `Measured reply ${index}.`
      await Bun.sleep(PAUSE_MS)
      await readers.watch(content)
      const seen = readers.seen()
      const cpu = await cpuSeconds(product)
      const begin = Date.now()
      const reply = await fetch(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ content }),
      })
      if (!reply.ok) throw new Error(`a reply was answered with ${reply.status}`)
      const instants = await seen
      if (index < WARM_UP) continue
      delays.push(...instants.map((at) => at - begin))
      spent += (await cpuSeconds(product)) - cpu
    }
  } finally {
    readers.stop()
  }
  const measured = writers.length - WARM_UP
  delays.sort((a, b) => a - b)
  const at = (share: number) => delays[Math.floor((delays.length - 1) * share)] ?? Number.NaN
  const what = `${label}, a reply at ${count} readers`
  const delay = { against: 'budget', unit: 'ms', baseline: DELAY_MAX_MS } as const
  return [
    {
      what: `${what}, received`,
      against: 'replies × readers',
      unit: 'received',
      own: delays.length,
      baseline: count * measured,
      bar: 1,
    },
    { ...delay, what: `${what}, delay p50`, own: at(0.5), bar: null },
    { ...delay, what: `${what}, delay p99`, own: at(0.99), bar: 1 },
    { ...delay, what: `${what}, longest delay`, own: at(1), bar: null },
    {
      what: `${what}, CPU of the server`,
      against: 'as long as the budget',
      unit: 'ms',
      own: (1000 * spent) / measured,
      baseline: DELAY_MAX_MS,
      bar: null,
    },
  ]
}
