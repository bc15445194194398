import type { Subprocess } from 'bun'
import type { EndKind } from './bus-end.ts'

/** A process under load, apart from the one that measures. */
export interface Loaded {
  url: string
  stop(): Promise<void>
}

async function end(child: Subprocess): Promise<void> {
  child.kill('SIGTERM')
  await child.exited
}

/** Starts a script of this folder and waits for the one message it sends: its URL. */
async function start(
  script: string,
  env: Record<string, string>,
  onSpawn = (_: Subprocess) => {},
  onMessage = (_: unknown) => {},
) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = Bun.spawn([process.execPath, new URL(script, import.meta.url).pathname], {
    env: { ...process.env, ...env },
    // Where logs go in a container: read by somebody, not by us.
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
  /** Resolves when the process has thrown its garbage away. */
  collect(): Promise<void>
}

/** The real server, as configured by `env`, its limits widened. */
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

/** A reply that the bare server repeats. */
export interface Reply {
  status: number
  headers: [string, string][]
  /** As on the wire, in base64. */
  body: string
}

/** A bare `Bun.serve` that answers every request with `reply`. */
export async function startBare(reply: Reply): Promise<Loaded> {
  const { url, child } = await start('bare-process.ts', {}, (bare) => bare.send(reply))
  return { url, stop: () => end(child) }
}

/** The other end of a bus at `url`, which says again what it hears. */
export async function startOtherEnd(kind: EndKind, url: string): Promise<Loaded> {
  const other = await start('bus-process.ts', { BUS_KIND: kind, BUS_AT: url })
  return { url, stop: () => end(other.child) }
}
