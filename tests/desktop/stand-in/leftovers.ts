import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Time for closed resources to disappear. */
const PATIENCE_MS = 30_000

/** Resources of the process that an app may leak. */
export interface Resources {
  /** Listening ports, `address:port` in hex as in /proc. */
  ports: string[]
  /** Process listeners by event. */
  listeners: string[]
}

export const resourcesNow = (): Resources => ({
  ports: listeningPorts(),
  listeners: processListeners(),
})

/**
 * Describes resources that exist now but not `before`, and `own`; waits briefly for closing ones.
 */
export async function leftovers(before: Resources, own: () => string[]): Promise<string[]> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const now = resourcesNow()
    const left = [
      ...own(),
      ...beyond(now.ports, before.ports).map((port) => `a server on ${port}`),
      ...beyond(now.listeners, before.listeners).map((name) => `a listener of process ${name}`),
    ]
    if (left.length === 0 || performance.now() > until) return left
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Entries of `now` beyond those of `before`. */
function beyond(now: readonly string[], before: readonly string[]): string[] {
  const left = [...before]
  return now.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Libraries register listeners for signals and exit once per process. */
function processListeners(): string[] {
  return ['uncaughtException', 'uncaughtExceptionMonitor', 'unhandledRejection', 'warning'].flatMap(
    (name) => new Array<string>(process.listenerCount(name)).fill(name),
  )
}

/** Linux only; elsewhere the result is empty. */
function listeningPorts(): string[] {
  if (process.platform !== 'linux') return []
  const own = new Set(readdirSync('/proc/self/fd').map(linkOf))
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => {
    const [, ...rows] = readFileSync(table, 'utf8').trim().split('\n')
    return rows
      .map((row) => row.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && own.has(`socket:[${inode}]`))
      .map(([, address = '']) => address)
  })
}

function linkOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    // The descriptor that the folder was read with.
    return ''
  }
}
