import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** How long what was closed may take to be gone. */
const PATIENCE_MS = 4000

/** What a process holds that an app may have left behind. */
export interface Resources {
  /** Ports on which this process listens, `address:port` in hex as the system writes it. */
  ports: string[]
  /** Listeners of the process, by the name of the event. */
  listeners: string[]
}

export const resourcesNow = (): Resources => ({
  ports: listeningPorts(),
  listeners: processListeners(),
})

/**
 * What there is now and was not `before`, in words, together with `own`; waits a moment for what is
 * just being closed.
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

/** What `now` has more of than `before`. */
function beyond(now: readonly string[], before: readonly string[]): string[] {
  const left = [...before]
  return now.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Those for signals and the exit are of libraries, once for the life of the process. */
function processListeners(): string[] {
  return ['uncaughtException', 'uncaughtExceptionMonitor', 'unhandledRejection', 'warning'].flatMap(
    (name) => new Array<string>(process.listenerCount(name)).fill(name),
  )
}

/** Only Linux tells this so plainly; elsewhere nothing is found. */
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
    // It was the one that the folder was read with.
    return ''
  }
}
