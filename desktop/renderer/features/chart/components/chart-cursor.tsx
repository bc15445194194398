import { useEffect, useId, useRef } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { indexAfterKey, nearestIndex } from '#desktop/renderer/features/chart/model/cursor.ts'
import {
  fromPixelX,
  type PlotArea,
  toPixelX,
  toPixelY,
} from '#desktop/renderer/features/chart/model/scene.ts'
import type { Point, Series } from '#desktop/renderer/features/chart/model/series.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import styles from './chart-cursor.module.css'

/** Space between the cursor and its readout, CSS pixels. */
const READOUT_GAP = 8
/** As in the style sheet: a fixed size moves without a layout of the page. */
const READOUT_WIDTH = 236

interface ChartCursorProps {
  /** The displayed candles, newest first, and the same as points, oldest first. */
  shown: Series
  points: readonly Point[]
  /** The price that the change refers to, or null. */
  reference: string | null
  area: StoreApi<PlotArea | null>
}

/** The readout's left edge for a cursor at `x`: on the side of the middle, inside the box. */
const readoutLeft = (x: number, { left, right, width }: PlotArea) =>
  x > (left + right) / 2
    ? Math.max(0, x - READOUT_GAP - READOUT_WIDTH)
    : Math.min(x + READOUT_GAP, width - READOUT_WIDTH)

/** Reuses the text node: replacing it would double the cost of a move. */
function setText(element: HTMLElement | null, text: string): void {
  const node = element?.firstChild
  if (node) node.nodeValue = text
  else element?.append(text)
}

/** The crosshair over the canvas: it follows the pointer, and the arrow keys as a slider over hours. */
export function ChartCursor({ shown, points, reference, area }: ChartCursorProps) {
  const { format } = useLanguage()
  const t = useTexts(chartTexts)
  const hint = useId()
  const box = useRef<HTMLDivElement>(null)
  const vertical = useRef<HTMLDivElement>(null)
  const horizontal = useRef<HTMLDivElement>(null)
  const readout = useRef<HTMLDivElement>(null)
  const price = useRef<HTMLElement>(null)
  const change = useRef<HTMLSpanElement>(null)
  const time = useRef<HTMLSpanElement>(null)
  /** The hour at the cursor, epoch ms, so that it survives a redraw; null without a cursor. */
  const hour = useRef<number | null>(null)

  useEffect(() => {
    const slider = box.current
    if (!slider) return
    const last = points.length - 1
    let drawnIndex = -1

    const describe = (index: number) => {
      const candle = shown[last - index]
      if (!candle) return null
      const share = reference ? Number(candle.oprice) / Number(reference) - 1 : null
      return {
        price: format.price(candle.oprice, 2),
        change: share === null ? '' : format.change(share),
        time: format.date(candle.otime),
      }
    }

    const setValue = (index: number) => {
      const values = describe(index)
      slider.setAttribute('aria-valuenow', `${index}`)
      const key = values?.change ? 'chart.atChange' : 'chart.at'
      if (values) slider.setAttribute('aria-valuetext', t(key, values))
    }

    const resize = () => {
      const plot = area.getState()
      if (!plot || !vertical.current || !horizontal.current) return
      vertical.current.style.height = `${plot.bottom}px`
      horizontal.current.style.width = `${plot.right}px`
    }

    const draw = () => {
      const plot = area.getState()
      const index = hour.current === null ? -1 : nearestIndex(points, hour.current)
      const point = points[index]
      drawnIndex = index
      const state = plot && point ? 'shown' : 'hidden'
      if (slider.dataset.cursor !== state) slider.dataset.cursor = state
      const values = describe(index)
      if (!plot || !point || !values) return
      if (!vertical.current || !horizontal.current || !readout.current) return
      const x = toPixelX(plot, point.x)
      vertical.current.style.transform = `translateX(${x}px)`
      horizontal.current.style.transform = `translateY(${toPixelY(plot, point.y)}px)`
      readout.current.style.transform = `translateX(${readoutLeft(x, plot)}px)`
      setText(price.current, values.price)
      setText(change.current, values.change)
      setText(time.current, values.time)
    }

    const onPointer = (event: PointerEvent) => {
      // No ancestor handles pointer moves, and React's dispatch to them takes time.
      event.stopPropagation()
      const plot = area.getState()
      if (!plot) return
      const index = nearestIndex(points, fromPixelX(plot, event.offsetX))
      if (index === drawnIndex) return
      hour.current = points[index]?.x ?? null
      draw()
    }
    const hide = () => {
      hour.current = null
      draw()
    }
    // After a touch the readout stays.
    const onPointerLeave = ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') hide()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'Escape') return hide()
      const from = hour.current === null ? last : nearestIndex(points, hour.current)
      const index = indexAfterKey(event.key, event.shiftKey, from, points.length)
      if (index === null) return
      event.preventDefault()
      hour.current = points[index]?.x ?? null
      draw()
      setValue(index)
    }

    resize()
    draw()
    setValue(hour.current === null ? last : nearestIndex(points, hour.current))
    const unsubscribe = area.subscribe(() => {
      resize()
      draw()
    })
    const listeners = new AbortController()
    const { signal } = listeners
    slider.addEventListener('pointermove', onPointer, { signal })
    slider.addEventListener('pointerdown', onPointer, { signal })
    slider.addEventListener('pointerleave', onPointerLeave, { signal })
    slider.addEventListener('blur', hide, { signal })
    slider.addEventListener('keydown', onKeyDown, { signal })
    return () => {
      unsubscribe()
      listeners.abort()
    }
  }, [shown, points, reference, area, format, t])

  return (
    <>
      <div
        ref={box}
        className={styles.cursor}
        role="slider"
        tabIndex={0}
        aria-label={t('chart.cursor')}
        aria-describedby={hint}
        aria-valuemin={0}
        aria-valuemax={points.length - 1}
        aria-valuenow={points.length - 1}
        data-cursor="hidden"
      >
        <div ref={vertical} className={styles.vertical} />
        <div ref={horizontal} className={styles.horizontal} />
        <div ref={readout} className={styles.readout} data-testid="chart-readout">
          <b ref={price} /> <span ref={change} className={styles.change} />
          <span ref={time} className={styles.time} />
        </div>
      </div>
      <p id={hint} hidden>
        {t('chart.cursorHint')}
      </p>
    </>
  )
}
