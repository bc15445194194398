import { type RankingName, useOwnRank } from '#desktop/renderer/features/ranking/api.ts'
import { OwnPlace } from '#desktop/renderer/features/ranking/own-place.tsx'
import { useLanguage, useUser } from '#desktop/renderer/platform/services.ts'
import styles from './lists.module.css'
import { RankRow } from './rank-row.tsx'

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
