import { type Clock, every } from './clock.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** Keep-alive pings within systemd's watchdog timeout: one may be late or lost. */
const PINGS_PER_TIMEOUT = 3

interface ServiceManagerDeps {
  settings: Config['serviceManager']
  clock: Clock
  log: Log
}

/**
 * Notifies systemd as a service of the type `notify` (sd_notify(3)): when the server is ready, that its thread
 * still runs, and that it stops. Bun has no datagrams in the file system, so systemd's own program sends them.
 */
export function createServiceManager({ settings, clock, log }: ServiceManagerDeps) {
  let stopWatchdog = () => {}

  const notify = (state: string) => {
    const env = { NOTIFY_SOCKET: settings?.socket ?? '' }
    try {
      Bun.spawn(['systemd-notify', state], { env, stdio: ['ignore', 'ignore', 'ignore'] }).unref()
    } catch (error) {
      log.warn({ err: error }, 'systemd cannot be told of the state of the server')
    }
  }

  return {
    ready(): void {
      if (settings === null) return
      notify('READY=1')
      const { watchdogMs } = settings
      if (watchdogMs === null) return
      stopWatchdog = every(clock, watchdogMs / PINGS_PER_TIMEOUT, () => notify('WATCHDOG=1'))
    },

    stopping(): void {
      stopWatchdog()
      if (settings !== null) notify('STOPPING=1')
    },
  }
}

export type ServiceManager = ReturnType<typeof createServiceManager>
