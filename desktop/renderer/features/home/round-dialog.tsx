import { useId } from 'react'
import { Link } from 'react-router-dom'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { Button, buttonClass } from '#desktop/renderer/components/button.tsx'
import { Dialog } from '#desktop/renderer/components/dialog.tsx'
import { Fact } from '#desktop/renderer/components/fact.tsx'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { CurrentPrice, useBand } from '#desktop/renderer/features/market/live-price.tsx'
import { Countdown, CurrentTime } from '#desktop/renderer/features/market/live-time.tsx'
import { Offer } from '#desktop/renderer/features/market/offer.tsx'
import { usePricedRound } from '#desktop/renderer/features/votes/api.ts'
import { useVoteCount } from '#desktop/renderer/features/votes/eligibility.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Target } from '#shared/contract/summary.ts'
import { roundTexts } from '#shared/i18n/screens/round.ts'
import { bandPrices, DIRECTIONS, type Direction } from '#shared/rules/band.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { currentOffer } from '#shared/rules/vote-offer.ts'
import styles from './round-dialog.module.css'
import { type RoundKind, RoundStatus } from './round-status.tsx'

/** Return path after voting. */
const FROM_HOME = { from: PATHS.home }

interface RoundDialogProps {
  kind: RoundKind
  target: Target
  onClose: () => void
}

/** All details of a round. */
export function RoundDialog({ kind, target, onClose }: RoundDialogProps) {
  const { t: core, format } = useLanguage()
  const t = useTexts(roundTexts)
  const titleId = useId()
  const hasVoted = useVoteCount() > 0
  const targetDate = Date.parse(target.targetDate)
  return (
    <Dialog labelledBy={titleId} onClose={onClose}>
      <div className={styles.dialog}>
        <h2 id={titleId}>{t(`modal.title.${kind}`)}</h2>
        <dl className={styles.facts}>
          <Fact name={t('modal.currentTime')}>
            <CurrentTime />
          </Fact>
          <Fact name={t('modal.currentPrice')}>
            <CurrentPrice places={2} />
          </Fact>
          <Fact name={t('modal.settles')}>
            <time dateTime={target.targetDate}>{format.date(targetDate)}</time>
          </Fact>
          <Fact name={t('modal.countdown')}>
            <Countdown until={targetDate} over={core('round.closed')} />
          </Fact>
          <Fact name={t('modal.referenceTime')}>{t('modal.referenceTimeValue')}</Fact>
          <Fact name={t('modal.referencePrice')}>
            {target.refPrice === null
              ? core('round.noReference')
              : format.price(target.refPrice, 2)}
          </Fact>
        </dl>
        {target.refPrice !== null && (
          <BandLadder kind={kind} target={target} refPrice={target.refPrice} />
        )}
        <p className={styles.unknown}>
          <DirectionMark choice="unknown" />
          <b>{format.count(target.votes.unknown)}</b>
        </p>
        <div className={styles.status}>
          <span>{t('modal.status')}</span>
          <RoundStatus kind={kind} target={target} />
        </div>
        <p className={styles.rule}>
          {t('modal.rule')} <Link to={PATHS.rules}>{t('modal.rules')}</Link>
        </p>
        <div className={styles.actions}>
          <Button kind="plain" onClick={onClose}>
            {t('modal.close')}
          </Button>
          {kind === 'live' && !hasVoted && (
            <Link to={PATHS.voteWrite} state={FROM_HOME} className={buttonClass('primary')}>
              {t('modal.vote')}
            </Link>
          )}
        </div>
      </div>
    </Dialog>
  )
}

interface BandLadderProps {
  kind: RoundKind
  target: Target
  refPrice: string
}

/** The three bands from high to low; the one with the live price is marked. */
function BandLadder({ kind, target, refPrice }: BandLadderProps) {
  const { t: core, format } = useLanguage()
  const t = useTexts(roundTexts)
  const current = useBand(refPrice)
  const { data: round } = usePricedRound(kind === 'live' ? target.targetDate : null)
  const edges = bandPrices(refPrice)
  const [high, low] = [format.price(edges.up, 2), format.price(edges.down, 2)]
  const range: Record<Direction, string> = {
    up: core('modal.above', { price: high }),
    steady: t('modal.between', { low, high }),
    down: core('modal.below', { price: low }),
  }
  const share: Record<Direction, string> = { up: '+5%', steady: '±5%', down: '−5%' }
  return (
    <ul className={styles.ladder} aria-label={t('modal.bands')}>
      {DIRECTIONS.map((direction) => (
        <li
          key={direction}
          className={styles.band}
          data-direction={direction}
          aria-current={direction === current ? 'true' : undefined}
        >
          <span className={styles.name}>
            <DirectionMark choice={direction} />
            <span className={styles.share}>{share[direction]}</span>
            {direction === current && <Badge tone="quiet">{t('modal.current')}</Badge>}
          </span>
          <span className={styles.range}>{range[direction]}</span>
          {kind === 'live' && (
            <span className={styles.offer}>
              <Offer offer={round ? currentOffer(direction, round) : null} />
            </span>
          )}
          <b className={styles.count}>{format.count(target.votes[direction])}</b>
        </li>
      ))}
    </ul>
  )
}
