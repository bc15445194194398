import { useEffect, useRef } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { type PlotArea, toPixelX, toPixelY } from '#desktop/renderer/features/chart/model/scene.ts'
import type { Point } from '#desktop/renderer/features/chart/model/series.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import styles from './live-price.module.css'

/** Least time between two moves of the price. */
const TICK_MS = 250

interface LivePriceProps {
  area: StoreApi<PlotArea | null>
  /** The newest candle; the line from it leads to the live price. */
  last: Point
  /** Called with a price outside the axis range. */
  onOutside: (price: number) => void
}

/**
 * The live price over the canvas: a horizontal line, its label on the axis and the line from the last
 * candle. A tick moves only these elements; neither the canvas nor React renders.
 */
export function LivePrice({ area, last, onOutside }: LivePriceProps) {
  const { live, clock } = useServices()
  const { format } = useLanguage()
  const horizontal = useRef<HTMLDivElement>(null)
  const label = useRef<HTMLSpanElement>(null)
  const line = useRef<SVGLineElement>(null)
  const dot = useRef<SVGCircleElement>(null)

  useEffect(() => {
    const draw = () => {
      const plot = area.getState()
      const price = live.price.getState()
      if (!horizontal.current || !label.current || !line.current || !dot.current) return
      horizontal.current.hidden = !plot || !price
      if (!plot || !price) return
      const value = Number(price.value)
      if (value < plot.yMin || value > plot.yMax) onOutside(value)
      const clamped = Math.min(plot.yMax, Math.max(plot.yMin, value))
      const now = Math.min(plot.xMax, Math.max(last.x, clock.now()))
      const [x, y] = [toPixelX(plot, now), toPixelY(plot, clamped)]
      horizontal.current.style.transform = `translateY(${y}px)`
      label.current.textContent = format.price(price.value, 2)
      line.current.setAttribute('x1', `${toPixelX(plot, last.x)}`)
      line.current.setAttribute('y1', `${toPixelY(plot, last.y)}`)
      line.current.setAttribute('x2', `${x}`)
      line.current.setAttribute('y2', `${y}`)
      dot.current.setAttribute('cx', `${x}`)
      dot.current.setAttribute('cy', `${y}`)
    }
    const throttled = throttle(draw, TICK_MS)
    const unsubscribePrice = live.price.subscribe(throttled.call)
    const unsubscribeArea = area.subscribe(draw)
    draw()
    return () => {
      throttled.cancel()
      unsubscribePrice()
      unsubscribeArea()
    }
  }, [area, last, onOutside, live, clock, format])

  return (
    <>
      <svg className={styles.overlay} aria-hidden="true">
        <line ref={line} />
        <circle ref={dot} r={3} />
      </svg>
      <div ref={horizontal} className={styles.horizontal} hidden>
        <span ref={label} className={styles.label} data-testid="chart-price" />
      </div>
    </>
  )
}

/** Runs `task` at most once per `interval` ms; calls in between run once at its end. */
function throttle(task: () => void, interval: number): { call: () => void; cancel: () => void } {
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    timer = undefined
    last = performance.now()
    task()
  }
  return {
    call() {
      if (timer !== undefined) return
      const wait = last + interval - performance.now()
      if (wait <= 0) run()
      else timer = setTimeout(run, wait)
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
