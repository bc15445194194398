import { useSyncExternalStore } from 'react'
import { freshnessOf } from '#shared/rules/freshness.ts'
import { Badge } from '../../../kit/badge.tsx'
import { useLanguage, useServices } from '../../../platform/services.ts'
import { useStore } from '../../../platform/store.ts'

/** How old the price is by now, whatever it was when it was sent; null without a price. */
function useFreshness() {
  const { seconds, live } = useServices()
  return useSyncExternalStore(seconds.subscribe, () => {
    const price = live.price.get()
    return price && freshnessOf(seconds.get() - Date.parse(price.time))
  })
}

/** Says how fresh the price is and, where it is not a real one, that it is not. */
export function PriceBadges() {
  const { t } = useLanguage()
  const freshness = useFreshness()
  const market = useStore(useServices().live.price)?.market
  return (
    <>
      {freshness && (
        <Badge tone={freshness === 'live' ? 'good' : 'warn'}>{t(`price.${freshness}`)}</Badge>
      )}
      {(market === 'simulated' || market === 'replay') && (
        <Badge tone="warn">{t(`price.${market}`)}</Badge>
      )}
    </>
  )
}
