import type { ExchangeName } from '#shared/rules/exchanges.ts'
import type { Candle } from './types.ts'

/** The hours asked for: `limit` hours starting with the candle that opens at `from` (epoch ms). */
export interface CandleRequest {
  from: number
  limit: number
  signal: AbortSignal
}

/** Candles oldest first, each hour at most once; `rejected` counts items that made no sense. */
export interface CandleReply {
  candles: Candle[]
  rejected: number
}

/** One message of a live stream: a price, something known that is no price, or nonsense. */
export type StreamMessage =
  | { kind: 'price'; price: string; time: number }
  | { kind: 'other' }
  | { kind: 'rejected' }

/** How the live stream of an exchange is opened and read. */
export interface StreamFormat {
  url: string
  /** Sent once when the socket opens. */
  subscribe: string | null
  /** Sent every 20 s, because the exchange closes quiet connections. */
  ping: string | null
  read(message: string): StreamMessage
}

/** One exchange: its candles by REST and the form of its live stream. */
export interface Exchange {
  name: ExchangeName
  stream: StreamFormat
  /** Throws ExchangeError, or the signal's reason when aborted. */
  candles(request: CandleRequest): Promise<CandleReply>
}

/** Where the exchanges are reached; tests put the stand-in here. No trailing slash. */
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
