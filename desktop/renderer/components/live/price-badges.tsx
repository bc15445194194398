import { useStore } from 'zustand'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { PriceAge } from './price-age.tsx'
import { useFreshness } from './use-freshness.ts'

/**
 * Says how fresh the price is and how it comes; where it is not a real one, that it is not; and how
 * old an old one is.
 */
export function PriceBadges() {
  const { t } = useLanguage()
  const { live } = useServices()
  const freshness = useFreshness()
  const link = useStore(live.link)
  const market = useStore(live.price)?.market
  // A price of a moment ago is not live while no newer one can come.
  const isShown = freshness !== null && !(freshness === 'live' && link === 'offline')
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
      {(market === 'simulated' || market === 'replay') && (
        <Badge tone="warn">{t(`price.${market}`)}</Badge>
      )}
    </>
  )
}
