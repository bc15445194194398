import { useRecentPosts } from '#desktop/renderer/features/home/api/recent-posts.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { boardViewPath } from '#shared/rules/paths.ts'
import { HomeList } from './home-list.tsx'
import { ListRow } from './list-row.tsx'

/** The newest posts of the boards. */
export function RecentPosts() {
  const { t } = useLanguage()
  return (
    <HomeList
      heading={t('recent.heading')}
      empty={t('recent.empty')}
      query={useRecentPosts()}
      row={({ id, boardType, title, uniqueCode, nickname }) => (
        <ListRow
          title={title}
          to={boardViewPath(boardType, id)}
          meta={
            <>
              <span>{t(`board.${boardType}`)}</span>
              <span>
                {uniqueCode} {nickname}
              </span>
            </>
          }
        />
      )}
    />
  )
}
