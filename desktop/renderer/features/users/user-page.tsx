import { useParams, useSearchParams } from 'react-router-dom'
import { Nickname } from '#desktop/renderer/components/author.tsx'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { FeedLink } from '#desktop/renderer/components/feed-link.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { BackLink } from '#desktop/renderer/components/page.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { BlockButton } from '#desktop/renderer/features/blocks/block-button.tsx'
import { pageOf } from '#desktop/renderer/features/posts/list-url.ts'
import { useSeasonName } from '#desktop/renderer/features/ranking/own-place.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { isMissing } from '#desktop/shared/api-failure.ts'
import type { TrackRecord } from '#shared/contract/users.ts'
import { trackRecordTexts } from '#shared/i18n/screens/track-record.ts'
import { PATHS, userFeedPath } from '#shared/rules/paths.ts'
import { SEASON_MIN_CALLS } from '#shared/rules/season.ts'
import { useTrackRecord } from './api.ts'
import { DirectionTable } from './direction-table.tsx'
import { PointsChart } from './points-chart.tsx'
import { RecordTiles } from './record-tiles.tsx'
import styles from './user-page.module.css'
import { UserVotes } from './user-votes.tsx'

/** The track record of a person. */
export function Component() {
  const t = useTexts(trackRecordTexts)
  const { t: core } = useLanguage()
  const { code = '' } = useParams()
  const [query] = useSearchParams()
  const { data, error, isPending, refetch } = useTrackRecord(code)
  return (
    <article className="page">
      <title>{`${data ? `${data.nickname} #${data.uniqueCode}` : code} · ${core('app.name')}`}</title>
      <BackLink to={PATHS.ranking} />
      {isPending && <Loading text={t('loading')} />}
      {!data &&
        error &&
        (isMissing(error) ? (
          <Empty text={t('unknown')} />
        ) : (
          <LoadFailure error={error} onRetry={refetch} />
        ))}
      {data && <Record record={data} page={pageOf(query)} />}
    </article>
  )
}

function Record({ record, page }: { record: TrackRecord; page: number }) {
  const t = useTexts(trackRecordTexts)
  const { format } = useLanguage()
  return (
    <>
      <header className={styles.header}>
        <h1>
          <Nickname name={record.nickname} /> <small>#{record.uniqueCode}</small>
        </h1>
        <p>
          {t('joined', { date: format.utcDay(Date.parse(record.joined)) })} ·{' '}
          <SeasonRank record={record} /> · <FeedLink path={userFeedPath(record.uniqueCode)} />
        </p>
        <BlockButton person={record} />
      </header>
      <RecordTiles record={record} />
      <Section heading={t('pointsOverTime.heading')}>
        <PointsChart record={record} />
      </Section>
      <Section heading={t('directions.heading')}>
        <DirectionTable record={record} />
      </Section>
      <UserVotes code={record.uniqueCode} page={page} />
    </>
  )
}

/** The rank in the present season, or why there is none. */
function SeasonRank({ record: { season: own } }: { record: TrackRecord }) {
  const t = useTexts(trackRecordTexts)
  const { format } = useLanguage()
  const season = useSeasonName()(own.season)
  const { status, rank, ranksFrom, figures } = own
  if (status === 'banned') return <>{t('season.banned')}</>
  if (rank !== null) return <>{t('season.rank', { season, rank: format.count(rank) })}</>
  if (status === 'young' && ranksFrom) {
    return <>{t('season.young', { season, date: format.utcDay(Date.parse(ranksFrom)) })}</>
  }
  return <>{t('season.needed', { season, calls: figures.calls, min: SEASON_MIN_CALLS })}</>
}
