import { type Static, Type } from '@sinclair/typebox'
import { Price } from './common.ts'

/** Candles kept and served at most: 125 days of hours. */
export const CANDLES_MAX = 3000

export const CandlesQuery = Type.Object(
  {
    exchange: Type.Optional(Type.Literal('binance', { default: 'binance' })),
    interval: Type.Optional(Type.Literal('1h', { default: '1h' })),
    limit: Type.Optional(
      Type.Number({ minimum: 1, maximum: CANDLES_MAX, multipleOf: 1, default: CANDLES_MAX }),
    ),
  },
  { additionalProperties: false },
)

export const Candle = Type.Object({
  otime: Type.Integer({ description: 'Open of the hour, epoch milliseconds' }),
  oprice: Price,
})
export type Candle = Static<typeof Candle>

/** Newest first, one an hour, all of one exchange. */
export const CandleList = Type.Array(Candle, { maxItems: CANDLES_MAX })
export type CandleList = Static<typeof CandleList>
