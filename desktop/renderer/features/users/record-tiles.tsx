import { Link } from 'react-router-dom'
import { Tile, Tiles } from '#desktop/renderer/components/tiles.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { TrackRecord } from '#shared/contract/users.ts'
import { rankingTexts } from '#shared/i18n/screens/ranking.ts'
import { trackRecordTexts } from '#shared/i18n/screens/track-record.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { expectedByLuck, SKILL_MIN_CALLS, wilsonInterval } from '#shared/rules/track-record.ts'

const percent = (share: number) => Math.round(100 * share)

/** Points, right calls, what the offers implied, and whether luck explains the points. */
export function RecordTiles({ record }: { record: TrackRecord }) {
  const t = useTexts(trackRecordTexts)
  const skill = useTexts(rankingTexts)
  const { format } = useLanguage()
  const { rankedMembers } = record
  const { points, calls, right, impliedPpm } = record.total
  const { level, z, designEffect } = record.skill
  const { low, high } = wilsonInterval(right, calls, designEffect)
  const lucky = expectedByLuck(rankedMembers, Math.abs(z))
  return (
    <Tiles>
      <Tile
        name={t('tile.points')}
        value={format.signed(points)}
        note={t('tile.pointsNote', { calls: format.count(calls) })}
      />
      <Tile
        name={t('tile.right')}
        value={calls === 0 ? '—' : t('tile.rightOf', { right, calls })}
        note={
          calls === 0
            ? t('tile.none')
            : t('tile.rightNote', {
                percent: percentOf(right, calls),
                low: percent(low),
                high: percent(high),
              })
        }
      />
      <Tile
        name={t('tile.implied')}
        value={calls === 0 ? '—' : (impliedPpm / 1e6).toFixed(1)}
        note={t('tile.impliedNote')}
      />
      <Tile
        name={t('tile.skill')}
        value={skill(`skill.${level}`)}
        note={
          <>
            {level === 'unlikely-above' &&
              t(lucky < 1 ? 'tile.skillNobody' : 'tile.skillNote', {
                members: format.count(rankedMembers),
                min: SKILL_MIN_CALLS,
                lucky: lucky < 10 ? lucky.toFixed(1) : format.count(Math.round(lucky)),
              })}{' '}
            <Link to={`${PATHS.rules}#record`}>{t('skill.how')}</Link>
          </>
        }
      />
    </Tiles>
  )
}
