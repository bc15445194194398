import { useEffect, useRef } from 'react'
import { type Frame, pixelOfX, pixelOfY } from '#desktop/renderer/features/chart/model/frame.ts'
import type { Point } from '#desktop/renderer/features/chart/model/point.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import type { Store } from '#desktop/shared/store.ts'
import styles from './live-mark.module.css'
import { spaced } from './spaced.ts'

/** The price moves at most this often. */
const TICK_MS = 250

interface LiveMarkProps {
  frame: Store<Frame | null>
  /** The newest candle, from which the price has moved on. */
  last: Point
  /** Told when the price is above or below what the axis spans. */
  onOutside: (price: number) => void
}

/**
 * The live price over the canvas: a line across, its label on the axis, and the way from the last
 * candle. A tick moves these few elements; neither the canvas nor React draws again.
 */
export function LiveMark({ frame, last, onOutside }: LiveMarkProps) {
  const { live, clock } = useServices()
  const { format } = useLanguage()
  const across = useRef<HTMLDivElement>(null)
  const label = useRef<HTMLSpanElement>(null)
  const way = useRef<SVGLineElement>(null)
  const dot = useRef<SVGCircleElement>(null)

  useEffect(() => {
    const draw = () => {
      const place = frame.get()
      const price = live.price.get()
      if (!across.current || !label.current || !way.current || !dot.current) return
      across.current.hidden = !place || !price
      if (!place || !price) return
      const value = Number(price.value)
      if (value < place.yMin || value > place.yMax) onOutside(value)
      const clamped = Math.min(place.yMax, Math.max(place.yMin, value))
      const now = Math.min(place.xMax, Math.max(last.x, clock.now()))
      const [x, y] = [pixelOfX(place, now), pixelOfY(place, clamped)]
      across.current.style.transform = `translateY(${y}px)`
      label.current.textContent = format.price(price.value, 2)
      way.current.setAttribute('x1', `${pixelOfX(place, last.x)}`)
      way.current.setAttribute('y1', `${pixelOfY(place, last.y)}`)
      way.current.setAttribute('x2', `${x}`)
      way.current.setAttribute('y2', `${y}`)
      dot.current.setAttribute('cx', `${x}`)
      dot.current.setAttribute('cy', `${y}`)
    }
    const ticks = spaced(draw, TICK_MS)
    const unwatchPrice = live.price.subscribe(ticks.ask)
    const unwatchFrame = frame.subscribe(draw)
    draw()
    return () => {
      ticks.stop()
      unwatchPrice()
      unwatchFrame()
    }
  }, [frame, last, onOutside, live, clock, format])

  return (
    <>
      <svg className={styles.way} aria-hidden="true">
        <line ref={way} />
        <circle ref={dot} r={3} />
      </svg>
      <div ref={across} className={styles.across} hidden>
        <span ref={label} className={styles.label} data-testid="chart-price" />
      </div>
    </>
  )
}
