import { CurrentPrice } from '#desktop/renderer/features/market/live-price.tsx'
import { priceChange } from '#desktop/renderer/features/market/price-display.ts'
import { useLanguage, useLivePrice } from '#desktop/renderer/platform/services.ts'
import { bandPrices, DIRECTION_MARKS } from '#shared/rules/band.ts'
import styles from './band-gauge.module.css'

/** Range of the gauge to either side of the reference, as a fraction: twice the band. */
const RANGE = 0.1

/** Position of a change on the gauge in percent from its left end, clamped to the gauge. */
export function gaugePosition(change: number): number {
  const position = ((change + RANGE) / (2 * RANGE)) * 100
  return Math.min(100, Math.max(0, position))
}

/** The band of a round as a scale: edges, reference price, and a needle at the live price. */
export function BandGauge({ refPrice }: { refPrice: string }) {
  const { t, format } = useLanguage()
  const { up, down } = bandPrices(refPrice)
  return (
    <div className={styles.gauge}>
      <ReferenceLine refPrice={refPrice} />
      <BandScale refPrice={refPrice} />
      <div className={styles.edges} aria-hidden="true">
        <span data-direction="down">
          {DIRECTION_MARKS.down} {format.price(down, 0)}
        </span>
        <span data-direction="steady">{DIRECTION_MARKS.steady} ±5%</span>
        <span data-direction="up">
          {DIRECTION_MARKS.up} {format.price(up, 0)}
        </span>
      </div>
      <span className="visually-hidden">
        {t('modal.below', { price: format.price(down, 0) })},{' '}
        {t('modal.above', { price: format.price(up, 0) })}
      </span>
    </div>
  )
}

/** The scale alone. */
export function BandScale({ refPrice }: { refPrice: string }) {
  return (
    <div className={styles.scale}>
      <Needle refPrice={refPrice} />
    </div>
  )
}

function ReferenceLine({ refPrice }: { refPrice: string }) {
  const { t, format } = useLanguage()
  const hasPrice = useLivePrice((price) => price !== null)
  return (
    <p className={styles.line}>
      <span>
        {t('round.reference')} <b>{format.price(refPrice, 0)}</b>
      </span>
      {hasPrice && (
        <span>
          {t('price.now')}{' '}
          <b>
            <CurrentPrice places={0} />
          </b>{' '}
          <b>
            <Change refPrice={refPrice} />
          </b>
        </span>
      )}
    </p>
  )
}

/** Change of the live price from the reference. */
function Change({ refPrice }: { refPrice: string }) {
  const { format } = useLanguage()
  return useLivePrice((price) => price && format.change(priceChange(price.value, refPrice)))
}

function Needle({ refPrice }: { refPrice: string }) {
  const left = useLivePrice((price) => {
    if (!price) return null
    const position = gaugePosition(priceChange(price.value, refPrice))
    // Quarters of a percent are about a pixel: most ticks then move and animate nothing.
    return `${Math.round(4 * position) / 4}%`
  })
  return left && <span className={styles.needle} style={{ left }} />
}
