import { CurrentPrice } from '#desktop/renderer/components/live/live-text.tsx'
import { PriceBadges } from '#desktop/renderer/components/live/price-badges.tsx'
import type { View } from '#desktop/renderer/features/chart/model/view.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import styles from './chart-head.module.css'
import { ChartViews } from './chart-views.tsx'

interface ChartHeadProps {
  view: View
  onChoose: (view: View) => void
}

/** The latest price and how far it may be trusted, and the choice of the period. */
export function ChartHead({ view, onChoose }: ChartHeadProps) {
  const { t } = useLanguage()
  return (
    <div className={styles.head}>
      <p className={styles.now}>
        <span className={styles.pair}>{t('price.heading')}</span>
        <span className={styles.price}>
          <CurrentPrice places={2} />
        </span>
        <PriceBadges />
      </p>
      <ChartViews view={view} onChoose={onChoose} />
    </div>
  )
}
