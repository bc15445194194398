import { useSeasonName } from '#desktop/renderer/features/ranking/use-season-name.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { TrackRecord } from '#shared/contract/users.ts'
import { trackRecordTexts } from '#shared/i18n/screens/track-record.ts'
import { SEASON_MIN_CALLS } from '#shared/rules/season.ts'

/** The rank in the present season, or why there is none. */
export function SeasonStanding({ record: { season: standing } }: { record: TrackRecord }) {
  const t = useTexts(trackRecordTexts)
  const { format } = useLanguage()
  const season = useSeasonName()(standing.season)
  const { status, rank, ranksFrom, figures } = standing
  if (status === 'banned') return <>{t('season.banned')}</>
  if (rank !== null) return <>{t('season.rank', { season, rank: format.count(rank) })}</>
  if (status === 'young' && ranksFrom) {
    return <>{t('season.young', { season, date: format.utcDay(Date.parse(ranksFrom)) })}</>
  }
  return <>{t('season.needed', { season, calls: figures.calls, min: SEASON_MIN_CALLS })}</>
}
