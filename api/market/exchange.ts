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

/** A message of a live stream: a price, a known message without one, or an invalid message. */
export type StreamMessage =
  | { kind: 'price'; price: string; time: number }
  | { kind: 'other' }
  | { kind: 'rejected' }

/** How to open and parse the live stream of an exchange. */
export interface StreamFormat {
  url: string
  /** Sent once when the socket opens. */
  subscribe: string | null
  /** Sent every 20 s, because the exchange closes quiet connections. */
  ping: string | null
  parse(message: string): StreamMessage
}

/** An exchange: its candles by REST and the format of its live stream. */
export interface Exchange {
  name: ExchangeName
  stream: StreamFormat
  /** Throws ExchangeError, or the signal's reason when aborted. */
  candles(request: CandleRequest): Promise<CandleReply>
}

/** Base URLs of an exchange, without a trailing slash; tests set those of a stand-in. */
export interface Endpoint {
  rest: string
  stream: string
}

export type Endpoints = Record<ExchangeName, Endpoint>

/** The public market-data hosts. */
export const publicEndpoints: Endpoints = {
  binance: { rest: 'https://data-api.binance.vision', stream: 'wss://data-stream.binance.vision' },
  okx: { rest: 'https://www.okx.com', stream: 'wss://ws.okx.com:8443' },
  bybit: { rest: 'https://api.bybit.com', stream: 'wss://stream.bybit.com' },
}
