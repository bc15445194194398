import { Author } from '#desktop/renderer/components/author.tsx'
import tables from '#desktop/renderer/components/table.module.css'
import { useLanguage, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import type { RankedUser, Ranking } from '#shared/contract/ranking.ts'
import { rankingTexts } from '#shared/i18n/screens/ranking.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { type RankingName, useOwnRank } from './api.ts'
import { OwnPlace, You } from './own-place.tsx'
import styles from './ranking-table.module.css'

interface RankingTableProps {
  season: RankingName
  ranking: Ranking
  isBusy: boolean
}

/** A page of a ranking; the signed-in user's row comes first unless it is on the page. */
export function RankingTable({ season, ranking, isBusy }: RankingTableProps) {
  const t = useTexts(rankingTexts)
  const user = useUser()
  const own = useOwnRank(user?.id ?? null, season).data
  const isOnPage = ranking.posts.some(({ uid }) => uid === user?.id)
  const isPinned = user !== null && own !== undefined && !isOnPage && own.status !== 'banned'
  if (ranking.posts.length === 0 && !isPinned) return null
  return (
    <table
      className={`${tables.records} ${styles.table}`}
      aria-labelledby="ranking"
      aria-busy={isBusy}
    >
      <thead>
        <tr>
          <th scope="col">{t('ranking.rank')}</th>
          <th scope="col">{t('ranking.name')}</th>
          <th scope="col">{t('ranking.calls')}</th>
          <th scope="col">{t('ranking.right')}</th>
          <th scope="col">{t('ranking.points')}</th>
          <th scope="col">{t('ranking.skill')}</th>
        </tr>
      </thead>
      <tbody>
        {isPinned && (
          <tr data-own="true">
            <td>
              <OwnPlace own={own} isFinal={ranking.frozenAt !== null} />
            </td>
            <td className={styles.name}>
              <Author {...user} /> <You />
            </td>
            <FigureCells {...own} />
          </tr>
        )}
        {ranking.posts.map((row) => (
          <tr
            key={row.rank}
            data-own={row.uid !== null && row.uid === user?.id ? 'true' : undefined}
          >
            <td>{row.rank}</td>
            <td className={styles.name}>
              <Person row={row} isSelf={row.uid !== null && row.uid === user?.id} />
            </td>
            <FigureCells {...row} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Person({ row, isSelf }: { row: RankedUser; isSelf: boolean }) {
  const t = useTexts(rankingTexts)
  const { nickname, uniqueCode, state } = row
  if (state === 'banned') return <small>{t('ranking.banned')}</small>
  return (
    <>
      <Author nickname={nickname} uniqueCode={uniqueCode} />
      {isSelf && <You />}
    </>
  )
}

type FigureCellsProps = Pick<RankedUser, 'calls' | 'right' | 'points' | 'skill'>

function FigureCells({ calls, right, points, skill }: FigureCellsProps) {
  const t = useTexts(rankingTexts)
  const { format } = useLanguage()
  return (
    <>
      <td data-label={t('ranking.calls')}>{format.count(calls)}</td>
      <td data-label={t('ranking.right')}>{calls === 0 ? '—' : `${percentOf(right, calls)}%`}</td>
      <td className={styles.points}>{format.signed(points)}</td>
      <td className={styles.skill}>{t(`skill.${skill}`)}</td>
    </>
  )
}
