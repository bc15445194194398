/** The exchanges that prices are read from, in order of preference, with the names people know. */
export const EXCHANGE_NAMES = {
  binance: 'Binance',
  okx: 'OKX',
  bybit: 'Bybit',
  coinbase: 'Coinbase',
} as const

export type ExchangeName = keyof typeof EXCHANGE_NAMES

/** Ids of the exchanges in order of preference. */
export const EXCHANGES = [
  'binance',
  'okx',
  'bybit',
  'coinbase',
] as const satisfies readonly ExchangeName[]

/** The exchange with this id, such as `binance`; null when there is none. */
export function findExchange(id: string | null): ExchangeName | null {
  return EXCHANGES.find((exchange) => exchange === id) ?? null
}
