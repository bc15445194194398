/** The coins that can be donated. */
export const COINS = ['btc', 'eth'] as const
export type Coin = (typeof COINS)[number]

const EXPLORERS: Record<Coin, string> = {
  btc: 'https://mempool.space/address/',
  eth: 'https://etherscan.io/address/',
}

/** Where a public block explorer shows what an address has received. */
export function explorerUrl(coin: Coin, address: string): string {
  return EXPLORERS[coin] + encodeURIComponent(address)
}
