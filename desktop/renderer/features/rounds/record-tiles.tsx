import { Tile, Tiles } from '#desktop/renderer/components/tiles.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { RoundList } from '#shared/contract/rounds.ts'
import { roundsTexts } from '#shared/i18n/screens/rounds.ts'
import { percentOf } from '#shared/rules/percent.ts'

/** How often the crowd was right, beside two ways to call without a crowd. */
export function RecordTiles({ record }: { record: RoundList['record'] }) {
  const t = useTexts(roundsTexts)
  const { format } = useLanguage()
  const { crowdPoints } = record
  return (
    <Tiles>
      {(['crowd', 'alwaysSteady', 'favorite'] as const).map((pick) => {
        const { right, of } = record[pick]
        return (
          <Tile
            key={pick}
            name={t(`record.${pick}`)}
            value={of === 0 ? '—' : t('record.of', { right, of })}
            note={of > 0 && `${percentOf(right, of)}%`}
          />
        )
      })}
      <Tile
        name={t('record.points')}
        value={crowdPoints.calls === 0 ? '—' : format.mean(crowdPoints.points / crowdPoints.calls)}
        note={t('record.calls', { calls: format.count(crowdPoints.calls) })}
      />
    </Tiles>
  )
}
