import { useStore } from 'zustand'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import {
  useLanguage,
  useLinkState,
  useLivePrice,
  useNow,
  useServices,
} from '#desktop/renderer/platform/services.ts'
import { isDown } from '#desktop/shared/market-state.ts'
import { type Direction, outcome } from '#shared/rules/band.ts'
import { type Freshness, freshnessOf } from '#shared/rules/freshness.ts'
import { ageParts } from './price-display.ts'

/** Direction of the live price from `refPrice`; null while either is unknown. */
export function useBand(refPrice: string | null): Direction | null {
  return useLivePrice((price) => (price && refPrice ? outcome(price.value, refPrice) : null))
}

/** Freshness of the price by its age now, not when it was sent; null without a price. */
export function useFreshness(): Freshness | null {
  const { seconds, live } = useServices()
  return useStore(seconds, (now) => {
    const price = live.price.getState()
    return price && freshnessOf(now - Date.parse(price.time))
  })
}

/** The live price with `places` decimals. */
export function CurrentPrice({ places }: { places: number }) {
  const { t, format } = useLanguage()
  return useLivePrice((price) => (price ? format.price(price.value, places) : t('price.none')))
}

/** Age of the latest price. */
export function PriceAge() {
  const { t } = useLanguage()
  const time = useLivePrice((price) => price?.time)
  const now = useNow()
  if (time === undefined) return null
  const { unit, ...parts } = ageParts(now - Date.parse(time))
  return <span>{t(`price.age.${unit}`, parts)}</span>
}

/** Freshness and transport of the price, the age of an old one, and the mark of an unreal one. */
export function PriceBadges() {
  const { t } = useLanguage()
  const freshness = useFreshness()
  const link = useLinkState()
  const market = useLivePrice((price) => price?.market)
  // A recent price is not "live" while no newer one can arrive.
  const isShown = freshness !== null && !(freshness === 'live' && isDown(link))
  return (
    <>
      {isShown && (
        <Badge tone={freshness === 'live' ? 'good' : 'warn'}>
          {t(`price.${freshness}`)}
          {freshness !== 'live' && <PriceAge />}
        </Badge>
      )}
      {link === 'polling' && <Badge tone="quiet">{t('link.polling')}</Badge>}
      {link === 'offline' && <Badge tone="warn">{t('link.badge')}</Badge>}
      {link === 'failing' && <Badge tone="warn">{t('link.failing')}</Badge>}
      {(market === 'simulated' || market === 'replay') && (
        <Badge tone="warn">{t(`price.${market}`)}</Badge>
      )}
    </>
  )
}
