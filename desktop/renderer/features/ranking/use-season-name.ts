import { useTexts } from '#desktop/renderer/platform/services.ts'
import { rankingTexts } from '#shared/i18n/screens/ranking.ts'

/** Names seasons in the language of the page: `2026Q4` is `2026 Q4` or `2026년 4분기`. */
export function useSeasonName() {
  const t = useTexts(rankingTexts)
  return (season: string) =>
    t('season.name', { year: season.slice(0, 4), quarter: season.slice(-1) })
}
