import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { inBatches, writeEnvelope } from './envelope.ts'
import type { Transport } from './transport.ts'

/** Events that follow one another within this long go out together. */
const BATCH_MS = 10
/** More than this waits only on a connection that takes nothing; then it is as good as lost. */
const WAITING_MAX = 5_000

export interface Sender {
  /** Takes an event (JSON of topic and event); the first one after a pause goes out in this turn. */
  take(event: string): void
  /** Says that this process lives and how far it has counted, unless it is saying something. */
  beat(): void
  setConnected(isConnected: boolean): void
  /** Sends what waits and says good-bye. */
  end(): Promise<void>
  stats(): { sent: number; failures: number }
}

interface SenderParts {
  transport: Pick<Transport, 'send' | 'maxBytes'>
  clock: Clock
  log: Log
  processId: string
}

/**
 * Says what happens here, in order, one message at a time. Nothing is kept for later: what cannot be
 * sent, and what may not have arrived, is counted in `seq`, and the others find the gap with the next
 * message that reaches them.
 */
export function createSender({ transport, clock, log, processId }: SenderParts): Sender {
  let waiting: string[] = []
  let seq = 0
  let isConnected = false
  let isSending = false
  let isEnding = false
  let underWay: Promise<void> = Promise.resolve()
  let isDue = false
  let isPausing = false
  const counts = { sent: 0, failures: 0 }

  const say = async (events: readonly string[], bye = false): Promise<void> => {
    const head = { from: processId, seq, at: clock.now(), ...(bye && { bye }) }
    try {
      await transport.send(writeEnvelope(head, events))
      counts.sent += events.length
    } catch (error) {
      counts.failures += 1
      log.debug({ err: error, events: events.length }, 'the bus did not take a message')
    }
  }

  const sayAll = async (events: readonly string[]): Promise<void> => {
    for (const batch of inBatches(events, transport.maxBytes)) {
      seq += 1
      if (batch) await say(batch)
      else {
        counts.failures += 1
        log.error('an event is too long for the bus')
      }
    }
  }

  const drop = () => {
    waiting = []
    seq += 1
    counts.failures += 1
  }

  /** Runs `work` unless a message is under way; afterwards what has come meanwhile follows. */
  const alone = async (work: () => Promise<void>): Promise<void> => {
    if (isSending || isEnding) return
    isSending = true
    underWay = work()
    await underWay
    isSending = false
    flush()
  }

  const flush = () => {
    isDue = false
    if (waiting.length === 0 || isSending || isPausing || isEnding) return
    if (!isConnected) return drop()
    const events = waiting
    waiting = []
    isPausing = true
    clock.after(BATCH_MS, () => {
      isPausing = false
      flush()
    })
    void alone(() => sayAll(events))
  }

  return {
    take(event) {
      waiting.push(event)
      if (waiting.length > WAITING_MAX) drop()
      if (isDue || isPausing || isSending) return
      isDue = true
      queueMicrotask(flush)
    },
    beat: () => {
      if (isConnected) void alone(() => say([]))
    },
    setConnected(state) {
      isConnected = state
    },
    async end() {
      isEnding = true
      await underWay
      if (!isConnected) return
      const events = waiting
      waiting = []
      await sayAll(events)
      await say([], true)
    },
    stats: () => ({ ...counts }),
  }
}
