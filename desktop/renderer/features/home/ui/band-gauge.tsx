import { useStore } from 'zustand'
import { changeOf } from '#desktop/renderer/components/live/change.ts'
import { gaugePosition } from '#desktop/renderer/features/home/model/gauge.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { bandPrices } from '#shared/rules/decimal.ts'
import styles from './band-gauge.module.css'

/** The band of a round as a scale: its edges, the reference, and the mark of the live price. */
export function BandGauge({ refPrice }: { refPrice: string }) {
  const { t, format } = useLanguage()
  const { up, down } = bandPrices(refPrice)
  return (
    <div className={styles.gauge}>
      <ReferenceLine refPrice={refPrice} />
      <div className={styles.scale}>
        <Needle refPrice={refPrice} />
      </div>
      <div className={styles.edges} aria-hidden="true">
        <span className={styles.down}>▼ {format.price(down, 0)}</span>
        <span className={styles.steady}>■ ±5%</span>
        <span className={styles.up}>▲ {format.price(up, 0)}</span>
      </div>
      <span className={styles.spoken}>
        {t('modal.below', { price: format.price(down, 0) })},{' '}
        {t('modal.above', { price: format.price(up, 0) })}
      </span>
    </div>
  )
}

function ReferenceLine({ refPrice }: { refPrice: string }) {
  const { t, format } = useLanguage()
  const price = useStore(useServices().live.price)
  return (
    <p className={styles.line}>
      <span>
        {t('round.reference')} <b>{format.price(refPrice, 0)}</b>
      </span>
      {price && (
        <span>
          {t('price.now')} <b>{format.price(price.value, 0)}</b>{' '}
          <b>{format.change(changeOf(price.value, refPrice))}</b>
        </span>
      )}
    </p>
  )
}

function Needle({ refPrice }: { refPrice: string }) {
  const price = useStore(useServices().live.price)
  if (!price) return null
  const left = `${gaugePosition(changeOf(price.value, refPrice))}%`
  return <span className={styles.needle} style={{ left }} />
}
