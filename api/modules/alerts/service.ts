import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { PriceLevel, PriceLevelBody } from '#shared/contract/alerts.ts'
import { compareDecimals } from '#shared/rules/decimal.ts'
import type { Freshness } from '#shared/rules/freshness.ts'
import {
  areLevelsNear,
  isLevelPrice,
  LEVEL_KEPT_MS,
  LEVELS_MAX,
} from '#shared/rules/price-level.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import type { LevelStore, NewLevel } from './level-store.ts'

interface AlertsServiceDeps {
  store: LevelStore
  market: { price(): { value: string; freshness: Freshness } | null }
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
}

export type AlertsService = ReturnType<typeof createAlertsService>

/** A price without needless zeros: `065000.50` is `65000.5`. */
const canonical = (price: string) =>
  price
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

/** The price levels of a user. Methods throw an ApiError when a rule forbids the call. */
export function createAlertsService({ store, market, bus, clock }: AlertsServiceDeps) {
  /** @throws ApiError INVALID for a price that no level may have */
  const toLevel = (body: PriceLevelBody): NewLevel => {
    if (!isLevelPrice(canonical(body.price))) throw new ApiError('INVALID', { field: 'price' })
    const price = canonical(body.price)
    const newest = market.price()
    // The watch sets the side with the first live price.
    const present = newest?.freshness === 'live' ? newest.value : null
    const now = clock.now()
    return {
      price,
      note: (body.note ?? '').replace(/\s+/g, ' ').trim(),
      sound: body.sound ?? null,
      repeats: body.repeats ?? false,
      side: present === null ? null : compareDecimals(present, price) < 0 ? 'below' : 'above',
      now,
      expires: now + (body.days === undefined ? LEVEL_KEPT_MS : body.days * DAY_MS),
    }
  }

  const refuseNear = (others: readonly PriceLevel[], { price }: NewLevel) => {
    if (others.some((other) => areLevelsNear(other.price, price))) throw new ApiError('LEVEL_NEAR')
  }

  return {
    /** Highest first. */
    list: (userId: number) => store.list(userId, clock.now()),

    /** Adds a level; one with the same price is returned as it is. @throws ApiError LEVEL_LIMIT, LEVEL_NEAR */
    async add(userId: number, body: PriceLevelBody): Promise<PriceLevel> {
      const level = toLevel(body)
      const added = await store.add(userId, level, (others) => {
        const same = others.find(({ price }) => price === level.price)
        if (same) return same
        if (others.length >= LEVELS_MAX) throw new ApiError('LEVEL_LIMIT')
        refuseNear(others, level)
        return null
      })
      if (!added) throw new ApiError('TOKEN_INVALID')
      bus.publish('levels', { userId })
      return added
    },

    /** Replaces a level, whose time begins anew. @throws ApiError NOT_FOUND, LEVEL_NEAR */
    async replace(userId: number, id: number, body: PriceLevelBody): Promise<PriceLevel> {
      const level = toLevel(body)
      const replaced = await store.replace({ userId, id }, level, (others) =>
        refuseNear(others, level),
      )
      if (!replaced) throw new ApiError('NOT_FOUND')
      bus.publish('levels', { userId })
      return replaced
    },

    /** @throws ApiError NOT_FOUND */
    async remove(userId: number, id: number): Promise<void> {
      if (!(await store.remove(userId, id))) throw new ApiError('NOT_FOUND')
      bus.publish('levels', { userId })
    },
  }
}
