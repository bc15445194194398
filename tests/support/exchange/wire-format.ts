import type { ReplayRow } from '#api/market/replay-csv.ts'
import type { ExchangeName } from '#shared/rules/exchanges.ts'

/** Requested hours: `from <= otime < before`, at most `limit`. */
export interface Requested {
  from: number
  before: number
  limit: number
}

/** Wire format of an exchange, server side. */
export interface WireFormat {
  name: ExchangeName
  restPaths: readonly string[]
  streamPath: string
  newestFirst: boolean
  /** Returns a Response for a refused query. */
  parseQuery(query: URLSearchParams): Requested | Response
  /** `isFinal` is false for the running hour. */
  row(row: ReplayRow, isFinal: boolean): unknown[]
  /** Converts the row of a fault to the wire format: `time` in epoch ms, any `open`. */
  fault(row: unknown[], open: unknown): unknown[]
  /** Opening time of a row, epoch ms. */
  timeOf(row: unknown[]): number
  reply(rows: unknown[][]): unknown
  tick(price: unknown, time: number): unknown
  /** Sent each second besides the prices. */
  heartbeat?(time: number): unknown
  /** Reply to a client message, null for none; `subscribed` enables ticks. */
  answer(message: string): { text: string | null; subscribed: boolean }
  /** Whether ticks are sent without a subscription. */
  pushes: boolean
  /** Body of a refusal of the client's country. */
  countryBody: string
  /** Announcement that the connection will be closed. */
  closing: string | null
  /** Reply to a refused subscription. */
  refusedSubscription: string
  /** Interval of ping frames (ms); the connection ends without a pong in three of them. */
  pingEveryMs?: number
  /** A connection without a client message for this time is closed (ms). */
  closesAfterMs?: number
}
