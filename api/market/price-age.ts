import type { MovingHeader } from '#api/infrastructure/http/prepared-reply.ts'
import type { Market } from './market.ts'

/** X-Price-Age: whole seconds since the newest price; left out while there is none. */
export function priceAge(market: Pick<Market, 'price'>): MovingHeader {
  return {
    name: 'x-price-age',
    read() {
      const price = market.price()
      return price ? String(Math.floor(price.ageMs / 1000)) : null
    },
  }
}
