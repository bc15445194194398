import { voteViewPath } from '../../../app/paths.ts'
import { DirectionMark } from '../../../kit/direction-mark.tsx'
import { useLanguage } from '../../../platform/services.ts'
import { useBestVotes } from '../api/best-votes.ts'
import { HomeList } from './home-list.tsx'
import { ListRow } from './list-row.tsx'

/** The most liked notes of the rounds that are still open. */
export function BestVotes() {
  const { t, format } = useLanguage()
  return (
    <HomeList
      heading={t('best.heading')}
      empty={t('best.empty')}
      query={useBestVotes()}
      row={({ id, voteChoice, title, uniqueCode, nickname, likes }) => (
        <ListRow
          title={title}
          to={voteViewPath(id)}
          meta={
            <>
              <DirectionMark choice={voteChoice} word={t(`direction.${voteChoice}`)} />
              <span>
                {uniqueCode} {nickname}
              </span>
              <span>{t('best.likes', { likes: format.count(likes) })}</span>
            </>
          }
        />
      )}
    />
  )
}
