import { CurrentPrice } from '#desktop/renderer/components/live/live-text.tsx'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { miniTexts } from '#shared/i18n/screens/mini.ts'
import { MiniButtons } from './mini-buttons.tsx'
import { MiniRound } from './mini-round.tsx'
import { MiniMarket, MiniState } from './mini-state.tsx'
import styles from './mini-ticker.module.css'

/** The price, where it stands in the live round, and until when that takes votes. */
export function MiniTicker() {
  const { t: core } = useLanguage()
  const t = useTexts(miniTexts)
  const summary = useSummary().data
  return (
    <main className={styles.mini}>
      <title>{`${t('mini.title')} · ${core('app.name')}`}</title>
      <div className={styles.head}>
        <h1 className={styles.pair}>{core('price.heading')}</h1>
        <MiniMarket />
        <MiniButtons />
      </div>
      <div className={styles.now}>
        <p className={styles.price} data-testid="price">
          <CurrentPrice places={2} />
        </p>
        <MiniState />
      </div>
      <div className={styles.round}>{summary && <MiniRound target={summary.target2} />}</div>
    </main>
  )
}
