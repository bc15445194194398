import { chartTexts } from '#shared/i18n/screens/chart.ts'
import { Failure } from '../../../kit/failure.tsx'
import { Loading } from '../../../kit/loading.tsx'
import { useLanguage } from '../../../platform/services.ts'
import { useTexts } from '../../../platform/texts.ts'
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
