import { useIdleModule } from '#desktop/renderer/components/use-idle-module.ts'
import { VIEW_OPTIONS, VIEWS, type View } from '#desktop/renderer/features/chart/model/views.ts'
import type { Fold } from '#desktop/renderer/features/chart/use-fold.ts'
import { CurrentPrice, PriceBadges } from '#desktop/renderer/features/market/live-price.tsx'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import styles from './chart-head.module.css'

interface ChartHeadProps {
  /** Null while the reader has panned or zoomed away from all of them. */
  view: View | null
  fold: Fold
  isOwnWindow: boolean
  onChoose: (view: View) => void
}

const loadButton = () => import('./window-button.tsx')

/** The live price with its freshness, the view picker and, in the desktop app, the button of the window. */
export function ChartHead({ view, fold, isOwnWindow, onChoose }: ChartHeadProps) {
  const { desktop } = useServices().platform
  const button = useIdleModule(desktop && loadButton)
  const { t: core, format } = useLanguage()
  const t = useTexts(chartTexts)
  const hint = (option: View) =>
    option === 'round'
      ? t('chart.roundHint')
      : t('chart.viewHint', { count: format.count(VIEW_OPTIONS[option].points) })
  return (
    <div className={styles.head}>
      <p className={styles.now}>
        <span className={styles.pair}>{core('price.heading')}</span>
        <span className={styles.price}>
          <CurrentPrice places={2} />
        </span>
        <span className={styles.badges}>
          <PriceBadges />
        </span>
      </p>
      {fold.canFold && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={!fold.isFoldedOnPhones}
          onClick={fold.toggle}
        >
          {t(fold.isFoldedOnPhones ? 'chart.unfold' : 'chart.fold')}
        </button>
      )}
      <fieldset className={styles.views} data-shortcut="views" aria-label={t('chart.views')}>
        {VIEWS.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === view}
            title={hint(option)}
            onClick={() => onChoose(option)}
          >
            {t(`chart.view.${option}`)}
          </button>
        ))}
      </fieldset>
      {desktop && button && <button.WindowButton desktop={desktop} isOwnWindow={isOwnWindow} />}
    </div>
  )
}
