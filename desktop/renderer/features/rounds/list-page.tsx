import { Link, useSearchParams } from 'react-router-dom'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { FeedLink } from '#desktop/renderer/components/feed-link.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Page } from '#desktop/renderer/components/page.tsx'
import { Pagination } from '#desktop/renderer/components/pagination.tsx'
import tables from '#desktop/renderer/components/table.module.css'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { priceChange } from '#desktop/renderer/features/market/price-display.ts'
import { onPage, pageOf } from '#desktop/renderer/features/posts/list-url.ts'
import { useLanguage, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import type { RoundItem } from '#shared/contract/rounds.ts'
import { roundsTexts } from '#shared/i18n/screens/rounds.ts'
import { CROWD_MIN_VOTERS } from '#shared/rules/crowd.ts'
import { FEED_PATHS, PATHS, roundPath } from '#shared/rules/paths.ts'
import { useOwnRounds, useRounds } from './api.ts'
import { CrowdBar, CrowdPick } from './crowd.tsx'
import styles from './list-page.module.css'
import { RecordTiles } from './record-tiles.tsx'

/** All rounds, newest first, below the crowd's record. */
export function Component() {
  const t = useTexts(roundsTexts)
  const [query] = useSearchParams()
  const page = pageOf(query)
  const { data, error, isPending, isPlaceholderData, refetch } = useRounds(page)
  return (
    <Page
      title={t('title')}
      back={PATHS.home}
      headingId="rounds"
      lead={
        <p>
          {t('lead')} <FeedLink path={FEED_PATHS.calendar} /> ·{' '}
          <FeedLink path={FEED_PATHS.rounds} />
        </p>
      }
    >
      {isPending && <Loading text={t('loading')} />}
      {!data && error && <LoadFailure error={error} onRetry={refetch} />}
      {data && (
        <>
          <section aria-label={t('record.heading')}>
            <RecordTiles record={data.record} />
            <p className={styles.hint}>{t('record.hint', { min: CROWD_MIN_VOTERS })}</p>
          </section>
          {data.posts.length === 0 ? (
            <Empty text={t(page === 1 ? 'empty' : 'emptyPage')} />
          ) : (
            <RoundTable rounds={data.posts} isBusy={isPlaceholderData} />
          )}
          <Pagination
            label={t('pages')}
            current={page}
            total={data.pagination.totalPages}
            to={(number) => onPage(PATHS.rounds, number)}
          />
        </>
      )}
    </Page>
  )
}

function RoundTable({ rounds, isBusy }: { rounds: readonly RoundItem[]; isBusy: boolean }) {
  const t = useTexts(roundsTexts)
  const user = useUser()
  const own = useOwnRounds(user?.id ?? null, rounds)
  return (
    <table
      className={`${tables.records} ${styles.table}`}
      aria-labelledby="rounds"
      aria-busy={isBusy}
    >
      <thead>
        <tr>
          <th scope="col">{t('list.settles')}</th>
          <th scope="col">{t('list.prices')}</th>
          <th scope="col">{t('list.outcome')}</th>
          <th scope="col">{t('list.crowd')}</th>
          <th scope="col">{t('list.pick')}</th>
          {user && <th scope="col">{t('list.mine')}</th>}
        </tr>
      </thead>
      <tbody>
        {rounds.map((round) => (
          <tr key={round.targetDate}>
            <td>
              <RoundLink round={round} />
            </td>
            <td data-label={t('list.prices')}>
              <Prices round={round} />
            </td>
            <td data-label={t('list.outcome')}>
              <Outcome round={round} />
            </td>
            <td data-label={t('list.crowd')} className={styles.crowd}>
              {round.votes ? (
                <CrowdBar votes={round.votes} />
              ) : (
                <small>{t('list.few', { min: CROWD_MIN_VOTERS })}</small>
              )}
            </td>
            <td data-label={t('list.pick')}>
              <span>
                <CrowdPick pick={round.crowdPick} isRight={round.crowdRight} />
              </span>
            </td>
            {user && (
              <td data-label={t('list.mine')} className={styles.points}>
                <OwnPoints points={own.get(round.targetDate)} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RoundLink({ round }: { round: RoundItem }) {
  const { format } = useLanguage()
  return (
    <Link to={roundPath(Date.parse(round.refDate))} className={`row-link ${styles.link}`}>
      <time dateTime={round.targetDate}>{format.date(Date.parse(round.targetDate))}</time>
    </Link>
  )
}

/** Reference price, settlement price and the change between them. */
function Prices({ round: { refPrice, settlePrice } }: { round: RoundItem }) {
  const { format } = useLanguage()
  if (refPrice === null) return <>—</>
  if (settlePrice === null) return <>{format.price(refPrice, 0)}</>
  return (
    <span>
      {format.price(refPrice, 0)} → {format.price(settlePrice, 0)}{' '}
      <b>{format.change(priceChange(settlePrice, refPrice))}</b>
    </span>
  )
}

function Outcome({ round }: { round: RoundItem }) {
  const t = useTexts(roundsTexts)
  if (round.outcome === null) return <small>{t(`state.${round.status}`)}</small>
  if (round.outcome === 'void') return <small>{t('state.void')}</small>
  return <LeveledDirection choice={round.outcome} refPrice={null} isStacked />
}

/** Points of the own vote: undefined without a vote, null before settlement. */
function OwnPoints({ points }: { points: number | null | undefined }) {
  const { format } = useLanguage()
  const t = useTexts(roundsTexts)
  if (points === undefined) return <>—</>
  return points === null ? <small>{t('state.closed')}</small> : <b>{format.signed(points)}</b>
}
