import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Price } from './common.ts'
import { CANDLES_MAX } from './endpoints.ts'

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

const finished = (name: string) =>
  Type.String({ ...Price, description: `${name} of the finished hour, USDT per BTC` })

/** High, low, close and volume come together, once the hour is over. */
export const Candle = Type.Object({
  otime: Type.Integer({ description: 'Open of the hour, epoch milliseconds' }),
  oprice: Price,
  hprice: Type.Optional(finished('High')),
  lprice: Type.Optional(finished('Low')),
  cprice: Type.Optional(finished('Close')),
  volume: Type.Optional(
    Type.String({
      pattern: '^\\d{1,12}(\\.\\d{1,12})?$',
      description: 'Volume of the finished hour, BTC, to four significant digits',
      examples: ['512.3'],
    }),
  ),
})
export type Candle = Static<typeof Candle>

export const CandleList = Type.Array(Candle, {
  maxItems: CANDLES_MAX,
  description:
    'Newest first, at most one per hour, all from one source. An hour without a candle at the source is a gap: exchanges had gaps of up to four hours.',
})
export type CandleList = Static<typeof CandleList>
