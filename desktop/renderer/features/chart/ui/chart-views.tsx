import { VIEW_LOOKS, VIEWS, type View } from '#desktop/renderer/features/chart/model/view.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import styles from './chart-views.module.css'

interface ChartViewsProps {
  view: View
  onChoose: (view: View) => void
}

/** How far back the chart looks: one of three. */
export function ChartViews({ view, onChoose }: ChartViewsProps) {
  const { format } = useLanguage()
  const t = useTexts(chartTexts)
  return (
    <fieldset className={styles.views} aria-label={t('chart.views')}>
      {VIEWS.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === view}
          title={t('chart.viewHint', { count: format.count(VIEW_LOOKS[each].points) })}
          onClick={() => onChoose(each)}
        >
          {t(`chart.view.${each}`)}
        </button>
      ))}
    </fieldset>
  )
}
