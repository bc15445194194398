import { Badge } from '#desktop/renderer/components/badge.tsx'
import { DirectionMark } from '#desktop/renderer/components/direction-mark.tsx'
import { useBand } from '#desktop/renderer/components/live/use-band.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { VoteCounts } from '#shared/contract/summary.ts'
import { roundTexts } from '#shared/i18n/screens/round.ts'
import { DIRECTIONS, type Direction } from '#shared/rules/band.ts'
import { bandPrices } from '#shared/rules/decimal.ts'
import styles from './band-ladder.module.css'

interface BandLadderProps {
  refPrice: string
  votes: VoteCounts
}

/** The three bands from high to low, the one the price stands in marked. */
export function BandLadder({ refPrice, votes }: BandLadderProps) {
  const { t: core, format } = useLanguage()
  const t = useTexts(roundTexts)
  const current = useBand(refPrice)
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
          className={`${styles.band} ${styles[direction]}`}
          aria-current={direction === current ? 'true' : undefined}
        >
          <span className={styles.name}>
            <DirectionMark choice={direction} word={core(`direction.${direction}`)} />
            <span className={styles.share}>{share[direction]}</span>
            {direction === current && <Badge tone="quiet">{t('modal.current')}</Badge>}
          </span>
          <span className={styles.range}>{range[direction]}</span>
          <b className={styles.count}>{format.count(votes[direction])}</b>
        </li>
      ))}
    </ul>
  )
}
