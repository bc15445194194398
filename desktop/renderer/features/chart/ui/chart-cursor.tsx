import { useEffect, useId, useRef } from 'react'
import { moved, nearest } from '#desktop/renderer/features/chart/model/cursor.ts'
import {
  type Frame,
  pixelOfX,
  pixelOfY,
  xOfPixel,
} from '#desktop/renderer/features/chart/model/frame.ts'
import type { Point } from '#desktop/renderer/features/chart/model/point.ts'
import type { Series } from '#desktop/renderer/features/chart/model/series.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { Store } from '#desktop/shared/store.ts'
import { chartTexts } from '#shared/i18n/screens/chart.ts'
import styles from './chart-cursor.module.css'

/** Between the cursor and its readout, CSS pixels. */
const READOUT_GAP = 8
/** As in the style sheet: a readout of one size moves without a layout of the page. */
const READOUT_WIDTH = 236

interface ChartCursorProps {
  /** The displayed candles, newest first, and the same as points, oldest first. */
  shown: Series
  points: readonly Point[]
  /** The price that changes are told from, or null. */
  reference: string | null
  frame: Store<Frame | null>
}

/** Where the readout goes for a cursor at `x`: beside it, towards the middle, and never out of the box. */
const besides = (x: number, { left, right, width }: Frame) =>
  x > (left + right) / 2
    ? Math.max(0, x - READOUT_GAP - READOUT_WIDTH)
    : Math.min(x + READOUT_GAP, width - READOUT_WIDTH)

/** Changes a text in place: putting in a new one would cost twice as much at every move. */
function write(element: HTMLElement | null, text: string): void {
  const node = element?.firstChild
  if (node) node.nodeValue = text
  else element?.append(text)
}

/** The cross over the canvas: it follows the pointer, and arrow keys as a slider over the hours. */
export function ChartCursor({ shown, points, reference, frame }: ChartCursorProps) {
  const { format } = useLanguage()
  const t = useTexts(chartTexts)
  const hint = useId()
  const box = useRef<HTMLDivElement>(null)
  const upright = useRef<HTMLDivElement>(null)
  const level = useRef<HTMLDivElement>(null)
  const readout = useRef<HTMLDivElement>(null)
  const price = useRef<HTMLElement>(null)
  const change = useRef<HTMLSpanElement>(null)
  const time = useRef<HTMLSpanElement>(null)
  /** The hour under the cursor, epoch ms: it outlives a redraw; null while there is no cursor. */
  const hour = useRef<number | null>(null)

  useEffect(() => {
    const slider = box.current
    if (!slider) return
    const last = points.length - 1
    let drawn = -1

    const tell = (at: number) => {
      const candle = shown[last - at]
      if (!candle) return null
      const share = reference ? Number(candle.oprice) / Number(reference) - 1 : null
      return {
        price: format.price(candle.oprice, 2),
        change: share === null ? '' : format.change(share),
        time: format.date(candle.otime),
      }
    }

    const speak = (at: number) => {
      const told = tell(at)
      slider.setAttribute('aria-valuenow', `${at}`)
      const key = told?.change ? 'chart.atChange' : 'chart.at'
      if (told) slider.setAttribute('aria-valuetext', t(key, told))
    }

    const fit = () => {
      const place = frame.get()
      if (!place || !upright.current || !level.current) return
      upright.current.style.height = `${place.bottom}px`
      level.current.style.width = `${place.right}px`
    }

    const draw = () => {
      const place = frame.get()
      const at = hour.current === null ? -1 : nearest(points, hour.current)
      const point = points[at]
      drawn = at
      const state = place && point ? 'shown' : 'hidden'
      if (slider.dataset.cursor !== state) slider.dataset.cursor = state
      const told = tell(at)
      if (!place || !point || !told || !upright.current || !level.current || !readout.current)
        return
      const x = pixelOfX(place, point.x)
      upright.current.style.transform = `translateX(${x}px)`
      level.current.style.transform = `translateY(${pixelOfY(place, point.y)}px)`
      readout.current.style.transform = `translateX(${besides(x, place)}px)`
      write(price.current, told.price)
      write(change.current, told.change)
      write(time.current, told.time)
    }

    const point = (event: PointerEvent) => {
      // Nothing above listens to each move of the pointer, and asking everybody takes its time.
      event.stopPropagation()
      const place = frame.get()
      if (!place) return
      const at = nearest(points, xOfPixel(place, event.offsetX))
      if (at === drawn) return
      hour.current = points[at]?.x ?? null
      draw()
    }
    const hide = () => {
      hour.current = null
      draw()
    }
    // A finger that is lifted leaves the cursor, so that it can be read.
    const leave = ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') hide()
    }
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'Escape') return hide()
      const from = hour.current === null ? last : nearest(points, hour.current)
      const at = moved(event.key, event.shiftKey, from, points.length)
      if (at === null) return
      event.preventDefault()
      hour.current = points[at]?.x ?? null
      draw()
      speak(at)
    }

    fit()
    draw()
    speak(hour.current === null ? last : nearest(points, hour.current))
    const unwatch = frame.subscribe(() => {
      fit()
      draw()
    })
    const listening = new AbortController()
    const { signal } = listening
    slider.addEventListener('pointermove', point, { signal })
    slider.addEventListener('pointerdown', point, { signal })
    slider.addEventListener('pointerleave', leave, { signal })
    slider.addEventListener('blur', hide, { signal })
    slider.addEventListener('keydown', press, { signal })
    return () => {
      unwatch()
      listening.abort()
    }
  }, [shown, points, reference, frame, format, t])

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
        <div ref={upright} className={styles.upright} />
        <div ref={level} className={styles.level} />
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
