import { Link, useParams } from 'react-router-dom'
import { CopyPicture } from '#desktop/renderer/components/copy-picture.tsx'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Page } from '#desktop/renderer/components/page.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { useRound } from '#desktop/renderer/features/votes/api.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { isMissing } from '#desktop/shared/api-failure.ts'
import type { RoundDetail } from '#shared/contract/rounds.ts'
import { roundsTexts } from '#shared/i18n/screens/rounds.ts'
import { CROWD_MIN_VOTERS } from '#shared/rules/crowd.ts'
import { cardPaths, PATHS, roundPath } from '#shared/rules/paths.ts'
import { periodEnd, periodStart, roundStartOn } from '#shared/rules/schedule.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import { RoundEvidence } from './round-evidence.tsx'
import { RoundFacts } from './round-facts.tsx'
import styles from './round-page.module.css'
import { RoundVotes } from './round-votes.tsx'
import { SplitChart } from './split-chart.tsx'
import { WeekChart } from './week-chart.tsx'

/** One round: its week, the crowd's split, the calls with most and fewest points, and the evidence. */
export function Component() {
  const t = useTexts(roundsTexts)
  const { format } = useLanguage()
  const refDate = roundStartOn(useParams().date ?? '')
  const target = refDate === null ? null : new Date(refDate + WEEK_MS).toISOString()
  const { data: round, error, isLoading, refetch } = useRound(target)
  const title = refDate === null ? t('title') : t('round.title', { date: format.utcDay(refDate) })
  return (
    <Page
      title={title}
      back={PATHS.rounds}
      lead={
        refDate !== null && <Neighbors refDate={refDate} isFirst={round?.hasPrevious === false} />
      }
    >
      {refDate === null && <Empty text={t('round.unknown')} />}
      {isLoading && <Loading text={t('round.loading')} />}
      {!round &&
        error &&
        (isMissing(error) ? (
          <Empty text={t('round.unknown')} />
        ) : (
          <LoadFailure error={error} onRetry={refetch} />
        ))}
      {round && <Round round={round} />}
    </Page>
  )
}

/** Links to the rounds before and after; the newest round has none after it, the first none before. */
function Neighbors({ refDate, isFirst }: { refDate: number; isFirst: boolean }) {
  const t = useTexts(roundsTexts)
  const { clock } = useServices()
  const next = periodEnd(refDate)
  return (
    <nav className={styles.neighbors} aria-label={t('title')}>
      {!isFirst && (
        <Link to={roundPath(periodStart(refDate - 1))} rel="prev">
          ← {t('round.previous')}
        </Link>
      )}
      {next <= clock.now() && (
        <Link to={roundPath(next)} rel="next">
          {t('round.next')} →
        </Link>
      )}
    </nav>
  )
}

function Round({ round }: { round: RoundDetail }) {
  const t = useTexts(roundsTexts)
  const { refPrice, status, candles, hours } = round
  const day = round.refDate.slice(0, 10)
  const noReference = status === 'void' ? 'round.referenceNotFound' : 'round.noReference'
  return (
    <>
      <RoundFacts round={round} />
      <Section
        heading={t('round.week')}
        side={<CopyPicture className={styles.copy} path={cardPaths.round.path(day)} name={day} />}
      >
        {refPrice === null || candles.length === 0 ? (
          <p>{t(refPrice === null ? noReference : 'chart.none')}</p>
        ) : (
          <WeekChart
            candles={candles}
            refPrice={refPrice}
            refDate={Date.parse(round.refDate)}
            closesAt={Date.parse(round.closesAt)}
            targetDate={Date.parse(round.targetDate)}
            settlePrice={round.settlement?.price ?? null}
          />
        )}
      </Section>
      <Section heading={t('round.split')}>
        {hours ? (
          <SplitChart hours={hours} isOpen={status === 'live'} />
        ) : (
          <p>{t('round.splitHidden', { min: CROWD_MIN_VOTERS })}</p>
        )}
      </Section>
      {status === 'settled' && <RoundVotes round={round} />}
      <RoundEvidence round={round} />
      <p>
        <Link to={`${PATHS.votes}?filter=notes`}>{t('round.notes')}</Link>
      </p>
    </>
  )
}
