import type { StreamMessage } from '#shared/contract/stream.ts'
import type { MarketView } from './market.ts'

interface Place {
  /** The run of the server. */
  stream: string
  /** The last sequence number: what comes next follows it. */
  seq: number
  /** Now on the server, epoch milliseconds. */
  now: number
}

/** What the server would greet with now, as text; null without a summary. */
export function greeting(
  { summary, price }: MarketView,
  { stream, seq, now }: Place,
): string | null {
  if (!summary) return null
  // The time of the present: who hears a greeting sets the clock by it.
  const serverDate = new Date(now).toISOString()
  const own = { ...summary, serverDate, price }
  const hello: StreamMessage = { type: 'hello', seq, serverDate, stream, summary: own }
  return JSON.stringify(hello)
}
