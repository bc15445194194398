import { useEffect, useRef } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { Bar } from '#desktop/renderer/features/chart/model/bars.ts'
import {
  type PlotArea,
  toPixelX,
  toPixelY,
} from '#desktop/renderer/features/chart/model/plot-area.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { PriceTag } from './axis-tags.tsx'
import styles from './live-price.module.css'
import { onVisibility } from './use-visible.ts'

/** Least time between two moves of the price. */
const TICK_MS = 250
/** Share of an hour's width that its body takes, as on the canvas. */
const BODY = 0.7

interface LivePriceProps {
  area: StoreApi<PlotArea | null>
  /** Set to the price and its place on the axis; null while it is not on the chart. */
  tag: StoreApi<PriceTag | null>
  /** The newest hour; its body, or the line from it, leads to the live price. */
  last: Bar
  /** Called with a price outside the axis range while the newest hour is visible. */
  onOutside: (price: number) => void
}

/**
 * The live price over the canvas: a horizontal line, and the body of the running
 * hour or the line from it. A tick moves only these elements; neither the canvas nor React renders.
 */
export function LivePrice({ area, tag, last, onOutside }: LivePriceProps) {
  const { live, clock } = useServices()
  const { format } = useLanguage()
  const overlay = useRef<SVGSVGElement>(null)
  const horizontal = useRef<HTMLDivElement>(null)
  const line = useRef<SVGLineElement>(null)
  const body = useRef<SVGRectElement>(null)
  const dot = useRef<SVGCircleElement>(null)

  useEffect(() => {
    const draw = () => {
      if (document.hidden) return
      const plot = area.getState()
      const price = live.price.getState()
      if (!horizontal.current || !overlay.current) return
      const value = Number(price?.value)
      const isVisible = plot && last.x <= plot.xMax && last.x + HOUR_MS >= plot.xMin
      if (isVisible && (value < plot.yMin || value > plot.yMax)) onOutside(value)
      // A chart of the past may have a range without the present price.
      const isInside = plot && value >= plot.yMin && value <= plot.yMax
      const isDrawn = price !== null && plot !== null && (isInside || isVisible)
      horizontal.current.hidden = !isDrawn
      overlay.current.style.visibility = isDrawn ? 'visible' : 'hidden'
      if (!isDrawn) return tag.setState(null, true)
      const y = toPixelY(plot, Math.min(plot.yMax, Math.max(plot.yMin, value)))
      horizontal.current.style.transform = `translateY(${y}px)`
      tag.setState({ text: format.price(price.value, 2), y }, true)
      overlay.current.style.clipPath = `inset(0 ${plot.width - plot.right}px 0 ${plot.left}px)`
      const open = toPixelY(plot, last.open)
      const x = plot.hasCandlesticks
        ? drawBody(body.current, plot, last, [open, y], value < last.open)
        : toPixelX(plot, Math.max(last.x, clock.now()))
      setAttributes(line.current, {
        x1: plot.hasCandlesticks ? x : toPixelX(plot, last.x),
        y1: plot.hasCandlesticks ? y : open,
        x2: x,
        y2: y,
      })
      if (!plot.hasCandlesticks) setAttributes(body.current, { width: 0 })
      setAttributes(dot.current, { cx: x, cy: y })
    }
    const throttled = throttle(draw, TICK_MS)
    const unsubscribePrice = live.price.subscribe(throttled.call)
    const unsubscribeArea = area.subscribe(draw)
    const stopFollowing = onVisibility(draw)
    draw()
    return () => {
      throttled.cancel()
      unsubscribePrice()
      unsubscribeArea()
      stopFollowing()
      tag.setState(null, true)
    }
  }, [area, tag, last, onOutside, live, clock, format])

  return (
    <>
      <svg ref={overlay} className={styles.overlay} aria-hidden="true">
        <rect ref={body} />
        <line ref={line} />
        <circle ref={dot} r={3} />
      </svg>
      <div ref={horizontal} className={styles.horizontal} hidden />
    </>
  )
}

/** Draws the body of the running hour. @returns the middle of the hour, CSS pixels */
function drawBody(
  rect: SVGRectElement | null,
  plot: PlotArea,
  last: Bar,
  [open, y]: [number, number],
  isDown: boolean,
): number {
  const [left, right] = [toPixelX(plot, last.x), toPixelX(plot, last.x + HOUR_MS)]
  const width = Math.max(1, (right - left) * BODY)
  const height = Math.max(1, Math.abs(open - y))
  const middle = (left + right) / 2
  setAttributes(rect, { x: middle - width / 2, y: Math.min(open, y), width, height })
  if (rect) rect.dataset.direction = isDown ? 'down' : 'up'
  return middle
}

function setAttributes(element: SVGElement | null, values: Record<string, number>): void {
  for (const [name, value] of Object.entries(values)) {
    // An unchanged attribute would be laid out and painted again too; tenths of a pixel are not seen.
    const text = `${Math.round(10 * value) / 10}`
    if (element?.getAttribute(name) !== text) element?.setAttribute(name, text)
  }
}

/** Runs `task` at most once per `interval` ms; calls in between run once at its end. */
export function throttle(
  task: () => void,
  interval: number,
): { call: () => void; cancel: () => void } {
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
