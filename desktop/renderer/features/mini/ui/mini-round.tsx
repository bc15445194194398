import { useStore } from 'zustand'
import { DirectionMark } from '#desktop/renderer/components/direction-mark.tsx'
import { changeOf } from '#desktop/renderer/components/live/change.ts'
import { TimeLeft } from '#desktop/renderer/components/live/live-text.tsx'
import { useBand } from '#desktop/renderer/components/live/use-band.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { Target } from '#shared/contract/summary.ts'
import { miniTexts } from '#shared/i18n/screens/mini.ts'
import { roundOfTarget } from '#shared/rules/schedule.ts'
import styles from './mini-ticker.module.css'

/** Where the price stands against the live round's reference, and how long the round takes votes. */
export function MiniRound({ target }: { target: Target }) {
  const { t: core } = useLanguage()
  const t = useTexts(miniTexts)
  const { closesAt } = roundOfTarget(Date.parse(target.targetDate))
  return (
    <>
      {target.refPrice !== null && <Standing refPrice={target.refPrice} />}
      <p className={styles.left} title={t('mini.closesIn')}>
        <span className={styles.spoken}>{t('mini.closesIn')} </span>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.25" />
          <path d="M8 4.5V8l2.25 1.75" />
        </svg>
        <TimeLeft until={closesAt} over={core('round.closed')} />
      </p>
    </>
  )
}

function Standing({ refPrice }: { refPrice: string }) {
  const { t, format } = useLanguage()
  const price = useStore(useServices().live.price)
  const band = useBand(refPrice)
  if (!price || !band) return null
  return (
    <p className={styles.standing}>
      <DirectionMark choice={band} word={t(`direction.${band}`)} />{' '}
      <b>{format.change(changeOf(price.value, refPrice))}</b>
    </p>
  )
}
