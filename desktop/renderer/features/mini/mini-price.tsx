import { Badge } from '#desktop/renderer/components/badge.tsx'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { PriceAge, useBand, useFreshness } from '#desktop/renderer/features/market/live-price.tsx'
import { priceChange } from '#desktop/renderer/features/market/price-display.ts'
import {
  useLanguage,
  useLinkState,
  useLivePrice,
  useTexts,
} from '#desktop/renderer/platform/services.ts'
import { isDown } from '#desktop/shared/market-state.ts'
import { miniTexts } from '#shared/i18n/screens/mini.ts'
import styles from './mini-ticker.module.css'

/** Marks a simulated or replayed price. */
export function MarketBadge({ isShort = false }) {
  const { t: core } = useLanguage()
  const t = useTexts(miniTexts)
  const market = useLivePrice((price) => price?.market)
  if (market !== 'simulated' && market !== 'replay') return null
  return (
    <span className={styles.market} title={core(`price.${market}`)}>
      {isShort ? t(`mini.${market}`) : <Badge tone="warn">{t(`mini.${market}`)}</Badge>}
    </span>
  )
}

/** Freshness of the price or the lost connection; null while neither is known. */
function usePriceState(): { text: string; isGood: boolean; isOld: boolean } | null {
  const { t } = useLanguage()
  const link = useLinkState()
  const freshness = useFreshness()
  if (isDown(link)) {
    const text = t(link === 'failing' ? 'link.failing' : 'link.badge')
    return { text, isGood: false, isOld: freshness !== null && freshness !== 'live' }
  }
  if (!freshness) return null
  const isLive = freshness === 'live'
  return { text: t(`price.${freshness}`), isGood: isLive, isOld: !isLive }
}

/** The state of the price, with the age of an old one. */
export function PriceState() {
  const state = usePriceState()
  if (!state) return null
  return (
    <p className={`${styles.state} ${state.isGood ? styles.good : styles.warn}`}>
      <span className={styles.word}>{state.text}</span>
      {state.isOld && <PriceAge />}
    </p>
  )
}

/** The state as a dot, in words only when the price is not live. */
export function StateDot() {
  const state = usePriceState()
  if (!state) return null
  return (
    <p className={`${styles.dot} ${state.isGood ? styles.good : styles.warn}`} title={state.text}>
      <span className={state.isGood ? 'visually-hidden' : undefined}>{state.text}</span>
    </p>
  )
}

interface PositionProps {
  refPrice: string
  /** Without the name of the direction, which is for screen readers then. */
  isShort?: boolean
}

/** The direction of the price and its change from the reference. */
export function Position({ refPrice, isShort = false }: PositionProps) {
  const { format } = useLanguage()
  const change = useLivePrice((price) => price && format.change(priceChange(price.value, refPrice)))
  const band = useBand(refPrice)
  if (!change || !band) return null
  return (
    <p className={styles.position}>
      {!isShort && <DirectionMark choice={band} />}{' '}
      <b data-direction={isShort ? band : undefined}>{change}</b>
    </p>
  )
}
