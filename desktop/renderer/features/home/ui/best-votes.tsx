import { DirectionMark } from '#desktop/renderer/components/direction-mark.tsx'
import { useBestVotes } from '#desktop/renderer/features/home/api/best-votes.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { voteViewPath } from '#shared/rules/paths.ts'
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
