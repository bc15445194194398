import { type ReactNode, useId } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Dialog } from '#desktop/renderer/components/dialog.tsx'
import { DirectionMark } from '#desktop/renderer/components/direction-mark.tsx'
import {
  CurrentPrice,
  CurrentTime,
  TimeLeft,
} from '#desktop/renderer/components/live/live-text.tsx'
import type { RoundKind } from '#desktop/renderer/features/home/model/round-state.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { Target } from '#shared/contract/summary.ts'
import { roundTexts } from '#shared/i18n/screens/round.ts'
import { BandLadder } from './band-ladder.tsx'
import styles from './round-modal.module.css'
import { RoundStatus } from './round-status.tsx'

interface RoundModalProps {
  kind: RoundKind
  target: Target
  onClose: () => void
}

/** Everything about a round, and where the price stands in it. */
export function RoundModal({ kind, target, onClose }: RoundModalProps) {
  const { t: core, format } = useLanguage()
  const t = useTexts(roundTexts)
  const titleId = useId()
  const targetDate = Date.parse(target.targetDate)
  return (
    <Dialog labelledBy={titleId} onClose={onClose}>
      <div className={styles.modal}>
        <h2 id={titleId}>{t(`modal.title.${kind}`)}</h2>
        <dl className={styles.facts}>
          <Fact name={t('modal.currentTime')}>
            <CurrentTime />
          </Fact>
          <Fact name={t('modal.currentPrice')}>
            <CurrentPrice places={2} />
          </Fact>
          <Fact name={t('modal.targetDate')}>
            <time dateTime={target.targetDate}>{format.date(targetDate)}</time>
          </Fact>
          <Fact name={t('modal.countdown')}>
            <TimeLeft until={targetDate} over={core('round.closed')} />
          </Fact>
          <Fact name={t('modal.referenceTime')}>{t('modal.referenceTimeValue')}</Fact>
          <Fact name={t('modal.referencePrice')}>
            {target.refPrice === null
              ? core('round.noReference')
              : format.price(target.refPrice, 2)}
          </Fact>
        </dl>
        {target.refPrice !== null && <BandLadder refPrice={target.refPrice} votes={target.votes} />}
        <p className={styles.unknown}>
          <DirectionMark choice="unknown" word={core('direction.unknown')} />
          <b>{format.count(target.votes.unknown)}</b>
        </p>
        <div className={styles.status}>
          <span>{t('modal.status')}</span>
          <RoundStatus kind={kind} target={target} />
        </div>
        <div className={styles.actions}>
          <Button kind="plain" onClick={onClose}>
            {t('modal.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
