import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Connector, Line, Transport, TransportEvents } from './transport.ts'

const FIRST_PAUSE_MS = 50
/** Few processes come back at once, and each second away is one in which caches are re-read. */
const LONGEST_PAUSE_MS = 1_000
/** A connection that nobody answers on cannot be closed politely. */
const CLOSE_LIMIT_MS = 1_000

/** Keeps one connection of `connector` open: a lost one is replaced after growing pauses. */
export function keepLine(connector: Connector, clock: Clock, log: Log): Transport {
  const unanswered = new Set<(error: Error) => void>()
  let events: TransportEvents = { onMessage() {}, onState() {} }
  let line: Line | null = null
  /** Which connection is the present one: what an older one still says is not heard. */
  let generation = 0
  let failures = 0
  let isStopped = false
  let cancelRetry = () => {}

  const open = async (): Promise<void> => {
    generation += 1
    const own = generation
    let hasEnded = false
    const opened = await connector.connect({
      onMessage: (payload) => {
        if (own === generation) events.onMessage(payload)
      },
      onEnd: (error) => {
        hasEnded = true
        if (own === generation && line) lose(error)
      },
    })
    if (hasEnded || own !== generation) {
      void opened.close()
      throw new Error('the connection ended at once')
    }
    line = opened
    failures = 0
    events.onState(true)
  }

  const retry = () => {
    if (isStopped) return
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
    failures += 1
    cancelRetry = clock.after(pause, () => {
      open().then(
        () => log.info({ address: connector.address }, 'the bus is back'),
        (error: unknown) => {
          log.debug({ err: error }, 'the bus is still away')
          retry()
        },
      )
    })
  }

  /** Leaves the present connection; what was being sent on it counts as lost. */
  const leave = (error: Error): Promise<void> => {
    generation += 1
    const old = line
    line = null
    for (const give of unanswered) give(error)
    unanswered.clear()
    return old?.close() ?? Promise.resolve()
  }

  const lose = (error: Error) => {
    log.warn({ err: error, address: connector.address }, 'the bus is away')
    void leave(error)
    events.onState(false)
    retry()
  }

  return {
    address: connector.address,
    maxBytes: connector.maxBytes,
    start: (told) => {
      events = told
      return open()
    },
    send: (payload) =>
      new Promise((resolve, reject) => {
        if (!line) return reject(new Error('the bus is away'))
        unanswered.add(reject)
        line
          .send(payload)
          .then(resolve, reject)
          .finally(() => unanswered.delete(reject))
      }),
    renew: () => {
      if (line) lose(new Error('nothing is heard on the connection'))
    },
    async stop() {
      isStopped = true
      cancelRetry()
      const late = new Promise<void>((resolve) => {
        clock.after(CLOSE_LIMIT_MS, resolve)
      })
      await Promise.race([leave(new Error('the bus is stopping')), late])
    },
  }
}
