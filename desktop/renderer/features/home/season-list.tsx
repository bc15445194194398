import { Link } from 'react-router-dom'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { type RankingName, useOwnRank, useRanking } from '#desktop/renderer/features/ranking/api.ts'
import { OwnPlace } from '#desktop/renderer/features/ranking/own-place.tsx'
import { useLanguage, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import { ownRankTexts, rankingTexts } from '#shared/i18n/screens/ranking.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { SEASON_MIN_CALLS } from '#shared/rules/season.ts'
import styles from './lists.module.css'
import { RankRow } from './rank-row.tsx'

const SHOWN = 10

/** The first of the present season, the own row, and a link to the whole ranking. */
export function SeasonList() {
  const t = useTexts(rankingTexts)
  const own = useTexts(ownRankTexts)
  const { format } = useLanguage()
  const user = useUser()
  const { data, error, isPending, refetch } = useRanking(null, 1)
  const first = data?.posts.slice(0, SHOWN)
  return (
    <>
      {isPending && <Loading text={t('ranking.loading')} />}
      {!data && error && <LoadFailure error={error} onRetry={refetch} />}
      {first?.length === 0 && (
        <p className={styles.empty}>{t('ranking.empty.season', { min: SEASON_MIN_CALLS })}</p>
      )}
      <ol className={styles.list}>
        {first?.map(({ rank, nickname, uniqueCode, points }) => (
          <li key={rank}>
            <RankRow rank={rank} person={{ nickname, uniqueCode }} points={format.signed(points)} />
          </li>
        ))}
      </ol>
      {user && first && !first.some(({ uid }) => uid === user.id) && <OwnRank season={null} />}
      <p className={styles.more}>
        <Link to={PATHS.ranking}>{own('ranking.whole')}</Link>
      </p>
    </>
  )
}

/** The signed-in user's own row below a list that does not contain it. */
export function OwnRank({ season }: { season: RankingName }) {
  const { format } = useLanguage()
  const user = useUser()
  const own = useOwnRank(user?.id ?? null, season).data
  if (!user || !own || own.status === 'banned') return null
  return (
    <div className={styles.own}>
      <RankRow rank={<OwnPlace own={own} />} person={user} points={format.signed(own.points)} />
    </div>
  )
}
