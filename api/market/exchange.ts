import type { ExchangeName } from '#shared/rules/exchanges.ts'
import type { Candle } from './types.ts'

/** A request for `limit` hours from `from` on (epoch ms). */
export interface CandleRequest {
  from: number
  limit: number
  signal: AbortSignal
}

/** Candles oldest first, at most one per hour; `rejected` counts rows that could not be parsed. */
export interface CandleReply {
  candles: Candle[]
  rejected: number
}

/**
 * A message of a live stream: a price (`time` in epoch ms), a known message without one, the announcement
 * that the exchange closes the connection, a refused subscription, or an invalid message.
 */
export type StreamMessage =
  | { kind: 'price'; price: string; time: number }
  | { kind: 'other' }
  | { kind: 'closing' }
  | { kind: 'refused' }
  | { kind: 'rejected' }

/** Parses the messages of one connection. */
export type ParseMessage = (message: string) => StreamMessage

/** How to open and parse the live stream of an exchange. */
export interface StreamFormat {
  url: string
  /** Proxy that the connection goes through. */
  proxy?: string | undefined
  /** Sent once when the socket opens. */
  subscribe: string | null
  /** Sent every 20 s, because the exchange closes quiet connections. */
  ping: string | null
  /** Called once per connection, because some messages refer to earlier ones. */
  createParser(): ParseMessage
}

/** An exchange: its candles by REST and the format of its live stream. */
export interface Exchange {
  name: ExchangeName
  stream: StreamFormat
  /** Throws ExchangeError, or the signal's reason when aborted. */
  candles(request: CandleRequest): Promise<CandleReply>
}

/** Base URLs of an exchange, without a trailing slash. */
export interface Endpoint {
  rest: string
  stream: string
  /** Proxy for the stream; requests by fetch find theirs in the environment. */
  proxy?: string | undefined
}

export type Endpoints = Record<ExchangeName, Endpoint>
