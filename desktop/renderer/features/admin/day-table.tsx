import { Section } from '#desktop/renderer/components/section.tsx'
import tables from '#desktop/renderer/components/table.module.css'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { OverviewDay } from '#shared/contract/overview.ts'
import { overviewTexts } from '#shared/i18n/screens/overview.ts'
import styles from './overview-page.module.css'

const COLUMNS = ['acts', 'notes', 'posts', 'accounts'] as const

/** Acts, texts and accounts of each UTC day, with bars to the largest of a column. */
export function DayTable({ days }: { days: readonly OverviewDay[] }) {
  const t = useTexts(overviewTexts)
  const { format } = useLanguage()
  const most = (column: (typeof COLUMNS)[number]) => Math.max(1, ...days.map((day) => day[column]))
  return (
    <Section heading={t('days')}>
      <table className={`${tables.figures} ${styles.days}`}>
        <thead>
          <tr>
            <th scope="col">{t('days.day')}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`days.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day.day}>
              <th scope="row">
                <time dateTime={day.day}>{format.utcWeekday(Date.parse(day.day))}</time>{' '}
                {index === 0 && <small>{t('days.today')}</small>}
              </th>
              {COLUMNS.map((column) => (
                <td key={column}>
                  <span className={styles.bar} aria-hidden="true">
                    <span style={{ width: `${(100 * day[column]) / most(column)}%` }} />
                  </span>
                  <span data-zero={day[column] === 0 || undefined}>
                    {format.count(day[column])}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{t('days.note')}</p>
    </Section>
  )
}
