import tables from '#desktop/renderer/components/table.module.css'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { TrackRecord } from '#shared/contract/users.ts'
import { trackRecordTexts } from '#shared/i18n/screens/track-record.ts'
import { DIRECTIONS } from '#shared/rules/band.ts'
import { percentOf } from '#shared/rules/percent.ts'
import styles from './direction-table.module.css'

/** Calls, right calls and points of a person by direction. */
export function DirectionTable({ record: { byDirection } }: { record: TrackRecord }) {
  const t = useTexts(trackRecordTexts)
  const { format } = useLanguage()
  return (
    <table className={`${tables.figures} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{t('directions.direction')}</th>
          <th scope="col">{t('directions.calls')}</th>
          <th scope="col">{t('directions.right')}</th>
          <th scope="col">{t('directions.points')}</th>
        </tr>
      </thead>
      <tbody>
        {DIRECTIONS.map((direction) => {
          const { calls, right, points } = byDirection[direction]
          return (
            <tr key={direction}>
              <th scope="row">
                <LeveledDirection choice={direction} refPrice={null} />
              </th>
              <td>{format.count(calls)}</td>
              <td>
                {format.count(right)}
                {calls > 0 && <small> {percentOf(right, calls)}%</small>}
              </td>
              <td>{format.signed(points)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
