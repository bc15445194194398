import { Fact } from '#desktop/renderer/components/fact.tsx'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { Countdown } from '#desktop/renderer/features/market/live-time.tsx'
import { priceChange } from '#desktop/renderer/features/market/price-display.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { RoundDetail } from '#shared/contract/rounds.ts'
import { roundsTexts } from '#shared/i18n/screens/rounds.ts'
import { CROWD_MIN_VOTERS } from '#shared/rules/crowd.ts'
import { CrowdBar, CrowdPick } from './crowd.tsx'
import styles from './round-facts.module.css'

/** Prices, outcome and the crowd's call of a round. */
export function RoundFacts({ round }: { round: RoundDetail }) {
  const t = useTexts(roundsTexts)
  const { format } = useLanguage()
  const { status, refPrice, settlement, outcome, crowd, votes } = round
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={t('round.reference')}>
          {refPrice === null ? '—' : format.price(refPrice, 2)}
        </Fact>
        <Fact name={t('round.settled')}>
          {settlement && refPrice ? (
            <>
              {format.price(settlement.price, 2)}{' '}
              <small>{format.change(priceChange(settlement.price, refPrice))}</small>
            </>
          ) : (
            '—'
          )}
        </Fact>
        <Fact name={t('round.outcome')}>
          {outcome && outcome !== 'void' ? (
            <LeveledDirection choice={outcome} refPrice={refPrice} />
          ) : (
            t(`state.${status}`)
          )}
        </Fact>
        <Fact name={t('round.settles')}>
          <time dateTime={round.targetDate}>{format.date(Date.parse(round.targetDate))}</time>
          {settlement === null && status !== 'void' && (
            <small>
              <Countdown until={Date.parse(round.targetDate)} over={t('state.closed')} />
            </small>
          )}
        </Fact>
        <Fact name={t('round.votes')}>
          {format.count(round.voters)}{' '}
          {votes ? (
            <CrowdBar votes={votes} />
          ) : (
            <small>{t('list.few', { min: CROWD_MIN_VOTERS })}</small>
          )}
        </Fact>
        {crowd && (
          <>
            <Fact name={t('round.crowd')}>
              <CrowdPick pick={crowd.pick} isRight={crowd.pickRight} />
            </Fact>
            <Fact name={t('round.crowdPoints')}>
              {crowd.calls === 0 ? '—' : format.mean(crowd.points / crowd.calls)}
            </Fact>
          </>
        )}
      </dl>
      {status === 'void' && <p>{t(settlement ? 'round.voidReference' : 'round.void')}</p>}
    </>
  )
}
