import { useRankers } from '#desktop/renderer/features/home/api/rankers.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { HomeList } from './home-list.tsx'
import { ListRow } from './list-row.tsx'

/** The people with the most points. */
export function Rankers() {
  const { t, format } = useLanguage()
  return (
    <HomeList
      heading={t('rankers.heading')}
      empty={t('rankers.empty')}
      query={useRankers()}
      row={({ nickname, uniqueCode, points }, place) => (
        <ListRow
          lead={place}
          title={nickname}
          meta={uniqueCode}
          side={t('rankers.points', { points: format.signed(points) })}
        />
      )}
    />
  )
}
