import { Failure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import styles from './chart-waiting.module.css'

interface ChartWaitingProps {
  hasFailed: boolean
  onRetry: () => void
}

/** Stands where the chart will be while there are no prices. */
export function ChartWaiting({ hasFailed, onRetry }: ChartWaitingProps) {
  const { t } = useLanguage()
  const chart = useTexts(chartTexts)
  return (
    <div className={styles.waiting}>
      {hasFailed ? (
        <Failure text={chart('chart.failed')} retryText={t('state.retry')} onRetry={onRetry} />
      ) : (
        <Loading text={chart('chart.loading')} />
      )}
    </div>
  )
}
