import { type RefObject, useEffect, useId, useRef } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { Bar } from '#desktop/renderer/features/chart/model/bars.ts'
import { indexAfterKey, nearestIndex } from '#desktop/renderer/features/chart/model/cursor.ts'
import {
  fromPixelX,
  fromPixelY,
  type PlotArea,
  toPixelX,
  toPixelY,
} from '#desktop/renderer/features/chart/model/plot-area.ts'
import type { Bounds, Viewport } from '#desktop/renderer/features/chart/model/viewport.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import styles from './chart-cursor.module.css'
import { listenForGestures } from './gestures.ts'
import { type HourText, setText } from './hour-text.ts'

/** As in the style sheet, for text of the usual size: fixed sizes move without a layout of the page. */
const TIME_TAG_WIDTH = 140
/** From the plot to the time tag, which covers whole labels of the axis. */
const TIME_TAG_TOP = 8

interface ChartCursorProps {
  /** The visible hours, oldest first; not empty. */
  bars: readonly Bar[]
  area: StoreApi<PlotArea | null>
  viewport: StoreApi<Viewport | null>
  bounds: RefObject<Bounds>
  /** Set to the hour at the cursor (epoch ms); null without a cursor. */
  hour: StoreApi<number | null>
  describe: (hour: number) => HourText | null
  onViewport: (viewport: Viewport | null) => void
}

/**
 * The crosshair over the canvas with its tags on both axes: it follows the pointer, and the arrow keys as a
 * slider over the visible hours. It also takes the gestures that pan and zoom.
 */
export function ChartCursor(props: ChartCursorProps) {
  const { bars, area, viewport, bounds, hour, describe, onViewport } = props
  const { format } = useLanguage()
  const t = useTexts(chartTexts)
  const hint = useId()
  const box = useRef<HTMLDivElement>(null)
  const vertical = useRef<HTMLDivElement>(null)
  const horizontal = useRef<HTMLDivElement>(null)
  const timeTag = useRef<HTMLDivElement>(null)
  const priceTag = useRef<HTMLDivElement>(null)
  /** Height of the pointer in the plot, CSS pixels; null for the keyboard, which stays on the price. */
  const height = useRef<number | null>(null)

  useEffect(() => {
    const slider = box.current
    if (!slider) return
    const last = bars.length - 1
    const listeners = new AbortController()
    const { signal } = listeners
    const gestures = listenForGestures(
      slider,
      { area, viewport, bounds: () => bounds.current, onEnd: onViewport },
      signal,
    )

    const indexAtCursor = () => {
      const at = hour.getState()
      return at === null ? last : nearestIndex(bars, at)
    }
    const setValue = (index: number) => {
      const text = describe(bars[index]?.x ?? 0)
      slider.setAttribute('aria-valuenow', `${index}`)
      if (text) slider.setAttribute('aria-valuetext', text.sentence())
    }
    const resize = () => {
      const plot = area.getState()
      if (!plot || !vertical.current || !horizontal.current || !timeTag.current) return
      vertical.current.style.height = `${plot.bottom}px`
      horizontal.current.style.width = `${plot.right}px`
      timeTag.current.style.top = `${plot.bottom + TIME_TAG_TOP}px`
    }

    const draw = () => {
      const plot = area.getState()
      const at = hour.getState()
      const bar = at === null ? undefined : bars[nearestIndex(bars, at)]
      const isShown = plot && bar && !gestures.isActive()
      const state = isShown ? 'shown' : 'hidden'
      if (slider.dataset.cursor !== state) slider.dataset.cursor = state
      if (!isShown || !vertical.current || !horizontal.current) return
      if (!timeTag.current || !priceTag.current) return
      const x = toPixelX(plot, plot.hasCandlesticks ? bar.x + HOUR_MS / 2 : bar.x)
      const y = height.current ?? toPixelY(plot, bar.close ?? bar.open)
      const tagWidth = TIME_TAG_WIDTH * plot.scale
      const left = Math.min(plot.width - tagWidth, Math.max(0, x - tagWidth / 2))
      vertical.current.style.transform = `translateX(${x}px)`
      horizontal.current.style.transform = `translateY(${y}px)`
      timeTag.current.style.transform = `translateX(${left}px)`
      priceTag.current.style.transform = `translate(${plot.right}px, ${y}px)`
      setText(timeTag.current, format.shortDate(bar.x))
      setText(priceTag.current, format.count(Math.round(fromPixelY(plot, y))))
    }

    const onPointer = (event: PointerEvent) => {
      // No ancestor handles pointer moves, and React's dispatch to them takes time.
      event.stopPropagation()
      const plot = area.getState()
      if (!plot) return
      const shift = plot.hasCandlesticks ? HOUR_MS / 2 : 0
      const index = nearestIndex(bars, fromPixelX(plot, event.offsetX) - shift)
      height.current = Math.min(plot.bottom, Math.max(plot.top, event.offsetY))
      hour.setState(bars[index]?.x ?? null, true)
      draw()
    }
    const hide = () => {
      hour.setState(null, true)
      draw()
    }
    // After a touch the cursor stays.
    const onPointerLeave = ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') hide()
    }
    const moveTo = (index: number) => {
      height.current = null
      hour.setState(bars[index]?.x ?? null, true)
      draw()
      setValue(index)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'Escape') return hide()
      const isHandled = gestures.handleKey(event.key, hour.getState())
      const from = indexAtCursor()
      const index = indexAfterKey(event.key, event.shiftKey, from, bars.length)
      if (!isHandled && index === null) return
      event.preventDefault()
      if (index === null) return
      // At an end the arrow keys move the chart instead.
      const isStuck = index === from && hour.getState() !== null
      if (isStuck && event.key.startsWith('Arrow')) gestures.panBy((from === 0 ? -6 : 6) * HOUR_MS)
      else moveTo(index)
    }

    resize()
    draw()
    setValue(indexAtCursor())
    const unsubscribe = area.subscribe(() => {
      resize()
      draw()
    })
    slider.addEventListener('pointermove', onPointer, { signal })
    slider.addEventListener('pointerdown', onPointer, { signal })
    slider.addEventListener('pointerleave', onPointerLeave, { signal })
    slider.addEventListener('blur', hide, { signal })
    slider.addEventListener('keydown', onKeyDown, { signal })
    return () => {
      unsubscribe()
      listeners.abort()
    }
  }, [bars, area, viewport, bounds, hour, describe, onViewport, format])

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
        aria-valuemax={bars.length - 1}
        aria-valuenow={bars.length - 1}
        data-cursor="hidden"
      >
        <div ref={vertical} className={styles.vertical} />
        <div ref={horizontal} className={styles.horizontal} />
        <div ref={timeTag} className={styles.timeTag} data-testid="chart-time-tag" />
        <div ref={priceTag} className={styles.priceTag} />
      </div>
      <p id={hint} hidden>
        {t('chart.cursorHint')}
      </p>
    </>
  )
}
