/** A message as far as it counts here: ticks and others share one sequence. */
interface Message {
  type: string
  seq: number
  serverDate: string
}

/** What all listeners of one server heard together. */
export interface Hearing {
  /** Takes one message of one listener, as it came. */
  hear(text: string): void
  /** Messages count from the next one on. */
  begin(): void
  /** Messages that come after the newest one so far do not count. */
  end(): void
  /** Delays in milliseconds, from the server's making of a message to its arrival. */
  report(): { sent: number; received: number; ticks: number; p50: number; p99: number }
}

/** Everyone gets the same texts, so each is read once; `now` answers epoch milliseconds. */
export function createHearing(now: () => number): Hearing {
  let newest = 0
  let first = Number.POSITIVE_INFINITY
  let last = Number.POSITIVE_INFINITY
  let received = 0
  /** How often each whole millisecond of delay came. */
  const delays: number[] = []
  const known = new Map<string, { seq: number; sentAt: number }>()
  const ticks = new Set<number>()

  const read = (text: string) => {
    const found = known.get(text)
    if (found) return found
    const { type, seq, serverDate }: Message = JSON.parse(text)
    const made = { seq, sentAt: Date.parse(serverDate) }
    // A greeting repeats the number of the message before it and is one listener's alone.
    if (type === 'hello') return { ...made, seq: 0 }
    known.set(text, made)
    newest = Math.max(newest, seq)
    if (type === 'price') ticks.add(seq)
    return made
  }

  /** The delay that a share of all messages kept. */
  const percentile = (share: number) => {
    let left = received * share
    return delays.findIndex((count) => {
      left -= count ?? 0
      return left <= 0
    })
  }

  return {
    hear(text) {
      const { seq, sentAt } = read(text)
      if (seq < first || seq > last) return
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
      const counted = [...ticks].filter((seq) => seq >= first && seq <= last)
      const [p50, p99] = [percentile(0.5), percentile(0.99)]
      return { sent: Math.max(0, last - first + 1), received, ticks: counted.length, p50, p99 }
    },
  }
}
