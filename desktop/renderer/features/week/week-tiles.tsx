import { Tile, Tiles } from '#desktop/renderer/components/tiles.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { OwnWeek } from '#shared/contract/profile.ts'
import { weekPageTexts } from '#shared/i18n/screens/week-page.ts'

/** Points, hits, rank and number of calls of a week. */
export function WeekTiles({ week }: { week: OwnWeek }) {
  const t = useTexts(weekPageTexts)
  const { format } = useLanguage()
  const { points, hits, misses, settled, made, rank } = week
  const calls = hits + misses
  return (
    <Tiles>
      <Tile
        name={t('points')}
        value={settled.length === 0 ? '—' : format.signed(points)}
        note={t('points.note', { count: settled.length })}
      />
      <Tile
        name={t('right')}
        value={calls === 0 ? '—' : t('right.of', { hits, calls })}
        note={t('right.note', { misses })}
      />
      <Tile
        name={t('rank')}
        value={rank?.after ? format.count(rank.after) : '—'}
        note={<RankChange rank={rank} />}
      />
      <Tile name={t('made')} value={format.count(made)} note={t('made.note')} />
    </Tiles>
  )
}

function RankChange({ rank }: Pick<OwnWeek, 'rank'>) {
  const t = useTexts(weekPageTexts)
  const { format } = useLanguage()
  if (!rank?.after) return t('rank.none')
  if (rank.before === null) return t('rank.new')
  const places = rank.before - rank.after
  if (places === 0) return t('rank.same')
  return t(places > 0 ? 'rank.up' : 'rank.down', {
    places: format.count(Math.abs(places)),
    before: format.count(rank.before),
  })
}
