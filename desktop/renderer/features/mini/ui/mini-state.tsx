import { useStore } from 'zustand'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { PriceAge } from '#desktop/renderer/components/live/price-age.tsx'
import { useFreshness } from '#desktop/renderer/components/live/use-freshness.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { miniTexts } from '#shared/i18n/screens/mini.ts'
import styles from './mini-ticker.module.css'

/** How fresh the price is; how old an old one is, and whether that is because nothing comes in. */
export function MiniState() {
  const { t } = useLanguage()
  const link = useStore(useServices().live.link)
  const freshness = useFreshness()
  const isOffline = link === 'offline'
  const isGood = freshness === 'live' && !isOffline
  if (!freshness && !isOffline) return null
  return (
    <p className={`${styles.state} ${isGood ? styles.good : styles.warn}`}>
      <span className={styles.word}>
        {isOffline ? t('link.badge') : freshness && t(`price.${freshness}`)}
      </span>
      {freshness !== null && freshness !== 'live' && <PriceAge />}
    </p>
  )
}

/** Says of prices that are not real that they are not. */
export function MiniMarket() {
  const { t: core } = useLanguage()
  const t = useTexts(miniTexts)
  const market = useStore(useServices().live.price)?.market
  if (market !== 'simulated' && market !== 'replay') return null
  return (
    <span title={core(`price.${market}`)}>
      <Badge tone="warn">{t(`mini.${market}`)}</Badge>
    </span>
  )
}
