import type { Subprocess } from 'bun'
import type { EndKind } from './bus-peer.ts'

/** A child process under load. */
export interface Loaded {
  url: string
  stop(): Promise<void>
}

async function end(child: Subprocess): Promise<void> {
  child.kill('SIGTERM')
  await child.exited
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
  return { url: await promise, child }
}

export interface LoadedProduct extends Loaded {
  /** Resolves after a garbage collection in the process. */
  collect(): Promise<void>
}

/** The real server configured by `env`, with wide rate limits. */
export async function startProduct(env: Record<string, string>): Promise<LoadedProduct> {
  let onCollected = () => {}
  const onMessage = (message: unknown) => message === 'collected' && onCollected()
  const { url, child } = await start('product-process.ts', env, () => {}, onMessage)
  const collect = () =>
    new Promise<void>((resolve) => {
      onCollected = resolve
      child.send('collect')
    })
  return { url, collect, stop: () => end(child) }
}

/** Reply of the bare server. */
export interface Reply {
  status: number
  headers: [string, string][]
  /** Raw bytes, base64. */
  body: string
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
