import type { Log } from '#desktop/main/log/log.ts'
import type { UpdaterLogger } from './updater.ts'

/** What the updater says, for the log of the app: without addresses, which may carry a key. */
export function updateLog(log: Log): UpdaterLogger {
  return {
    // It tells every step; what matters of them is told by `startUpdates`.
    info: (message) => log.debug('updater', withoutAddresses(message)),
    warn: (message) => log.warn('updater', withoutAddresses(message)),
    error: (message) => log.warn('updater', withoutAddresses(message)),
    debug() {},
  }
}

/** The first line of an error: the rest is headers of the request and the page it got. */
export function withoutAddresses(message: unknown): string {
  const text = message instanceof Error ? message.message : String(message)
  const [first = ''] = text.split('\n')
  return first.replace(/\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)]*/gi, '[address]').slice(0, 300)
}
