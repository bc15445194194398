import { CurrentPrice, CurrentTime } from '#desktop/renderer/components/live/live-text.tsx'
import { PriceBadges } from '#desktop/renderer/components/live/price-badges.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import styles from './price-panel.module.css'

/** The latest price, how far it may be trusted, and the time. */
export function PricePanel() {
  const { t } = useLanguage()
  return (
    <div className={styles.panel}>
      <p className={styles.head}>
        <span className={styles.pair}>{t('price.heading')}</span>
        <PriceBadges />
      </p>
      <p className={styles.price} data-testid="price">
        <CurrentPrice places={2} />
      </p>
      <p className={styles.time}>
        <CurrentTime />
      </p>
    </div>
  )
}
