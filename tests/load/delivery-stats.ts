import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** The relevant fields of a message. */
const Message = Type.Object({ type: Type.String(), serverDate: Type.String() })

/** Delivery statistics of all listeners of a server. */
export interface DeliveryStats {
  /** Records one received message. */
  record(text: string): void
  /** Starts counting with the next message. */
  begin(): void
  /** Stops counting after the newest message so far. */
  end(): void
  /** Delays from creation to arrival, milliseconds. */
  report(): { sent: number; received: number; ticks: number; p50: number; p99: number }
}

/**
 * Parses each distinct text once, since all listeners get the same; `now` is epoch milliseconds. A message is
 * numbered when the first listener has it.
 */
export function createDeliveryStats(now: () => number): DeliveryStats {
  let newest = 0
  let first = Number.POSITIVE_INFINITY
  let last = Number.POSITIVE_INFINITY
  let received = 0
  /** Histogram of delays by whole millisecond. */
  const delays: number[] = []
  const known = new Map<string, { index: number; sentAt: number }>()
  const ticks = new Set<number>()

  const read = (text: string) => {
    const found = known.get(text)
    if (found) return found
    const { type, serverDate } = Value.Parse(Message, JSON.parse(text))
    const sentAt = Date.parse(serverDate)
    // A hello goes to one listener only.
    if (type === 'hello') return { index: 0, sentAt }
    newest += 1
    const made = { index: newest, sentAt }
    known.set(text, made)
    if (type === 'price') ticks.add(newest)
    return made
  }

  /** The delay quantile for a share of all messages. */
  const percentile = (share: number) => {
    let left = received * share
    return delays.findIndex((count) => {
      left -= count ?? 0
      return left <= 0
    })
  }

  return {
    record(text) {
      const { index, sentAt } = read(text)
      if (index < first || index > last) return
      received += 1
      const delay = Math.max(0, now() - sentAt)
      delays[delay] = (delays[delay] ?? 0) + 1
    },
    begin() {
      first = newest + 1
    },
    end() {
      last = newest
    },
    report() {
      const counted = [...ticks].filter((index) => index >= first && index <= last)
      const [p50, p99] = [percentile(0.5), percentile(0.99)]
      return { sent: Math.max(0, last - first + 1), received, ticks: counted.length, p50, p99 }
    },
  }
}
