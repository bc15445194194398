import { type Clock, every } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Bus } from './bus.ts'
import { readEnvelope } from './envelope.ts'
import { hearEvent } from './event-shapes.ts'
import { createReceiver } from './receiver.ts'
import { createSender } from './sender.ts'
import type { Transport } from './transport.ts'

/** How often each process says that it lives, and looks whether the others do. */
const BEAT_MS = 250
/** Who has not been heard for this long, itself included, may have said something that was lost. */
const SILENT_MS = 600
/** While something may be lost, what is kept is doubted this often. */
const DOUBT_MS = 650
/** A connection on which a process does not hear itself for this long is given up. */
const DEAF_MS = 5_000
/** At the start it must hear itself within this, or there is no bus. */
const FIRST_ECHO_MS = 5_000
/** Payloads that make no sense are logged at most this often. */
const COMPLAIN_MS = 60_000

export interface BusStats {
  isConnected: boolean
  /** Other processes that are heard. */
  others: number
  /** Events sent to and heard from others. */
  sent: number
  received: number
  /** Gaps found in the numbers of others. */
  gaps: number
  /** How often `missed` was told here, gaps included. */
  missed: number
  /** Messages that could not be sent, and payloads that made no sense. */
  failures: number
  /** From sending to hearing of the newest message (ms). Off by the difference of two machines' clocks, never negative. */
  lagMs: number | null
}

export interface ClusterBus extends Bus {
  /**
   * Connects. From when this resolves on, everything published elsewhere is heard here, or `missed`
   * is: only then read what is to be kept. Rejects with one line when the bus cannot be reached.
   */
  start(): Promise<void>
  /** Sends what waits and leaves. Listeners stay. */
  stop(): Promise<void>
  stats(): BusStats
}

interface ClusterParts {
  /** The bus of this process. */
  local: Bus
  transport: Transport
  clock: Clock
  log: Log
  /** One for each run of each process. */
  processId: string
}

/**
 * A bus over several processes. An event is heard here at once and elsewhere within tens of
 * milliseconds. Whatever may have been lost, in a gap of numbers, while a connection was away or by a
 * process that has fallen silent, is told as `missed`, and while that goes on again every second, so
 * that nothing kept is served for longer than about a second after it has become wrong.
 */
export function createClusterBus(parts: ClusterParts): ClusterBus {
  const { local, transport, clock, log, processId } = parts
  const sender = createSender({ transport, clock, log, processId })
  const receiver = createReceiver(clock)
  const counts = { received: 0, gaps: 0, missed: 0, bad: 0 }
  let lagMs: number | null = null
  let isConnected = false
  /** When the connection was lost; null before the first one. */
  let lostAt: number | null = null
  /** When this process first said something that it has not heard yet. */
  let askedAt: number | null = null
  let doubtedAt = Number.NEGATIVE_INFINITY
  let complainedAt = Number.NEGATIVE_INFINITY
  let onEcho = () => {}
  let stopBeating = () => {}

  const doubt = (since: number) => {
    doubtedAt = clock.now()
    counts.missed += 1
    local.publish('missed', { since })
  }

  const complain = (what: string) => {
    counts.bad += 1
    if (clock.now() - complainedAt < COMPLAIN_MS) return
    complainedAt = clock.now()
    log.warn({ address: transport.address }, what)
  }

  const onMessage = (payload: string) => {
    const envelope = readEnvelope(payload)
    if (!envelope) return complain('a message on the bus is none of ours')
    if (envelope.from === processId) {
      askedAt = null
      onEcho()
      return
    }
    lagMs = Math.max(0, clock.now() - envelope.at)
    const { isNews, lostSince } = receiver.judge(envelope)
    if (lostSince !== null) {
      counts.gaps += 1
      doubt(lostSince)
    }
    if (!isNews) return
    for (const [topic, event] of envelope.events) {
      counts.received += 1
      if (hearEvent(local.publish, topic, event)) continue
      // A newer process may tell what this one has no word for: something did change.
      complain('an event on the bus is not understood')
      doubt(envelope.at)
    }
  }

  const ask = () => {
    if (isConnected) askedAt ??= clock.now()
    sender.beat()
  }

  const onState = (state: boolean) => {
    isConnected = state
    sender.setConnected(state)
    askedAt = null
    if (!state) {
      lostAt = clock.now()
      return
    }
    // Whatever was said meanwhile was not heard; what was said here is found by its number.
    if (lostAt !== null) doubt(lostAt)
    ask()
  }

  /** Since when something may have been lost, or null when all is well. */
  const doubtfulSince = (): number | null => {
    const now = clock.now()
    if (!isConnected) return lostAt
    if (askedAt !== null && now - askedAt > SILENT_MS) return askedAt
    return receiver.silentSince(now - SILENT_MS)
  }

  const beat = () => {
    const now = clock.now()
    if (askedAt !== null && now - askedAt > DEAF_MS) transport.renew()
    const since = doubtfulSince()
    // A clock that was set back must not silence the doubt.
    if (since !== null && Math.abs(now - doubtedAt) >= DOUBT_MS) doubt(since)
    ask()
  }

  /** Proves the whole way: a pooler between may take a LISTEN and never deliver. */
  const firstEcho = () =>
    new Promise<void>((resolve, reject) => {
      const cancel = clock.after(FIRST_ECHO_MS, () => {
        reject(new Error('it takes messages and does not deliver them'))
      })
      onEcho = () => {
        cancel()
        resolve()
      }
    })

  return {
    on: local.on,
    publish(topic, event) {
      local.publish(topic, event)
      sender.take(JSON.stringify([topic, event]))
    },
    tellOthers(topic, event) {
      sender.take(JSON.stringify([topic, event]))
    },
    async start() {
      const echo = firstEcho()
      // Not waited for when connecting fails.
      echo.catch(() => {})
      await transport.start({ onMessage, onState })
      await echo
      stopBeating = every(clock, BEAT_MS, beat)
    },
    async stop() {
      stopBeating()
      await sender.end()
      await transport.stop()
    },
    stats: () => {
      const { sent, failures } = sender.stats()
      const { bad, ...rest } = counts
      return {
        ...rest,
        isConnected,
        others: receiver.size(),
        sent,
        lagMs,
        failures: failures + bad,
      }
    },
  }
}
