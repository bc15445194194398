import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Subprocess } from 'bun'
import { within } from '#tests/support/eventually.ts'
import type { EndKind } from './bus-peer.ts'

/** A child process under load. */
export interface Loaded {
  url: string
  stop(): Promise<void>
}

const Answer = Type.Object({ question: Type.String(), answer: Type.Optional(Type.Unknown()) })

/** Time limit of a start and of an end (ms). */
const CHILD_LIMIT_MS = 60_000
/** Time limit of work in the server (ms): it settles a million votes in seconds. */
const WORK_LIMIT_MS = 20 * 60_000

async function end(child: Subprocess): Promise<void> {
  child.kill('SIGTERM')
  await within(child.exited, `process ${child.pid} ends`, CHILD_LIMIT_MS).finally(() =>
    child.kill('SIGKILL'),
  )
}

/** Starts a script of this folder and waits for its URL message. */
async function start(
  script: string,
  env: Record<string, string>,
  onSpawn = (_: Subprocess) => {},
  onMessage = (_: unknown) => {},
) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = Bun.spawn([process.execPath, new URL(script, import.meta.url).pathname], {
    env: { ...process.env, ...env },
    // Discarded: only the cost of writing counts.
    stdout: Bun.file('/dev/null'),
    stderr: 'inherit',
    ipc: (message) => {
      resolve(String(message))
      onMessage(message)
    },
    onExit: () => reject(new Error(`${script} ended`)),
  })
  onSpawn(child)
  return { url: await within(promise, `${script} starts`, CHILD_LIMIT_MS), child }
}

export interface LoadedProduct extends Loaded {
  /** Resolves after a garbage collection in the process. */
  collect(): Promise<void>
  /** The longest hold of its event loop since the last call, ms. */
  longestHold(): Promise<number>
  /** Makes the trees of closed rounds that are due. */
  seal(): Promise<void>
  /** Settles what is due. */
  sweep(): Promise<void>
  /** Writes the live rankings. */
  rank(): Promise<void>
}

/** The real server configured by `env`, with wide rate limits. */
export async function startProduct(env: Record<string, string>): Promise<LoadedProduct> {
  const waiting = new Map<string, (answer: unknown) => void>()
  const onMessage = (message: unknown) => {
    if (Value.Check(Answer, message)) waiting.get(message.question)?.(message.answer)
  }
  const { url, child } = await start('product-process.ts', env, () => {}, onMessage)
  const ask = (question: string) => {
    const answered = new Promise<unknown>((resolve, reject) => {
      waiting.set(question, resolve)
      child.exited.then(() => reject(new Error(`the server ended before it answered ${question}`)))
      child.send(question)
    })
    return within(answered, `the server answers ${question}`, WORK_LIMIT_MS)
  }
  return {
    url,
    collect: async () => void (await ask('collect')),
    longestHold: async () => Number(await ask('hold')),
    seal: async () => void (await ask('seal')),
    sweep: async () => void (await ask('sweep')),
    rank: async () => void (await ask('rank')),
    stop: () => end(child),
  }
}

/** Reply of the bare server. */
export interface Reply {
  status: number
  headers: [string, string][]
  /** Raw bytes, base64. */
  body: string
  /** Time until the reply, as on the way to a distant service; at once by default. */
  afterMs?: number
}

/** A bare `Bun.serve` that sends `reply` for every request. */
export async function startBare(reply: Reply): Promise<Loaded> {
  const { url, child } = await start('bare-process.ts', {}, (bare) => bare.send(reply))
  return { url, stop: () => end(child) }
}

/** The peer on an event bus at `url`, which echoes numbers. */
export async function startOtherEnd(kind: EndKind, url: string): Promise<Loaded> {
  const other = await start('bus-process.ts', { BUS_KIND: kind, BUS_AT: url })
  return { url, stop: () => end(other.child) }
}
