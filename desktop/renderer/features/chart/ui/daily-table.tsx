import { dailyOpens } from '#desktop/renderer/features/chart/model/facts.ts'
import type { Series } from '#desktop/renderer/features/chart/model/series.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import styles from './daily-table.module.css'

/** The prices to read, a day in a row. */
export function DailyTable({ shown }: { shown: Series }) {
  const { format } = useLanguage()
  const t = useTexts(chartTexts)
  return (
    <table className={styles.table}>
      <caption>{t('chart.tableCaption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('chart.tableTime')}</th>
          <th scope="col">{t('chart.tablePrice')}</th>
        </tr>
      </thead>
      <tbody>
        {dailyOpens(shown).map(({ otime, oprice }) => (
          <tr key={otime}>
            <th scope="row">{format.date(otime)}</th>
            <td>{format.price(oprice, 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
