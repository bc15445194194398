import { useEffect, useRef } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import {
  type AlertLine,
  type Draft,
  isInRange,
} from '#desktop/renderer/features/chart/model/alert-lines.ts'
import { layOutTags } from '#desktop/renderer/features/chart/model/axis-tags.ts'
import type { Level } from '#desktop/renderer/features/chart/model/drawing.ts'
import { type PlotArea, toPixelY } from '#desktop/renderer/features/chart/model/plot-area.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { DIRECTION_MARKS } from '#shared/rules/band.ts'
import styles from './axis-tags.module.css'
import { setText } from './hour-text.ts'

/** As in the style sheet, for text of the usual size: tags of a fixed size move without a layout. */
const PRICE_HEIGHT = 20
const LEVEL_HEIGHT = 18
/** Those of alerts are handles: the least size of a target. */
export const ALERT_HEIGHT = 24

/** The live price on the chart: its text, and its height in CSS pixels. */
export interface PriceTag {
  text: string
  y: number
}

/** Heights of the alerts' tags in CSS pixels by key; one without room has none. */
export type AlertPlaces = ReadonlyMap<string, number>

interface AxisTagsProps {
  area: StoreApi<PlotArea | null>
  levels: readonly Level[]
  alerts: readonly AlertLine[]
  draft: StoreApi<Draft | null>
  /** Null without a live price on the chart. */
  price: StoreApi<PriceTag | null>
  /** Set to the places of the alerts' tags, which are drawn elsewhere. */
  places: StoreApi<AlertPlaces>
}

/**
 * The tags of the live price and the levels on the price axis, none over another. A tick moves only these
 * elements. The text alternative says the same.
 */
export function AxisTags({ area, levels, alerts, draft, price, places }: AxisTagsProps) {
  const { format } = useLanguage()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const draw = () => {
      const plot = area.getState()
      if (!box.current || !plot) return
      const live = price.getState()
      const tags = wantedTags(plot, { live, levels, alerts, draft: draft.getState() })
      const laidOut = layOutTags(tags, plot)
      const found = new Map(tags.map(({ key }, index) => [key, laidOut[index]]))
      box.current.style.left = `${plot.right + 1}px`
      const [first, ...others] = box.current.children
      if (!(first instanceof HTMLElement)) return
      setText(first, live?.text ?? '')
      moveTag(first, found.get('price'), PRICE_HEIGHT * plot.scale)
      others.forEach((element, index) => {
        const place = found.get(levels[index]?.direction ?? '')
        moveTag(element, place, LEVEL_HEIGHT * plot.scale)
      })
      const placed = new Map<string, number>()
      for (const { key } of alerts) {
        const y = found.get(`alert ${key}`)
        if (typeof y === 'number') placed.set(key, y)
      }
      places.setState(placed, true)
    }
    const unsubscribes = [area, price, draft].map((store) => store.subscribe(draw))
    draw()
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [area, levels, alerts, draft, price, places])

  return (
    <div ref={box} className={styles.tags} aria-hidden="true">
      <span className={styles.price} data-testid="chart-price" hidden />
      {levels.map(({ direction, price: at }) => (
        <span key={direction} className={styles.level} data-level={direction} hidden>
          {DIRECTION_MARKS[direction]} {format.count(Math.round(at))}
        </span>
      ))}
    </div>
  )
}

interface Tagged {
  live: PriceTag | null
  levels: readonly Level[]
  alerts: readonly AlertLine[]
  draft: Draft | null
}

/** The tags within the plot's range by importance: the first stays at its price, the last go without room. */
function wantedTags(plot: PlotArea, { live, levels, alerts, draft }: Tagged) {
  const { xMax, yMin, yMax, scale } = plot
  const ofLevel = ({ direction, from, price }: Level) => {
    const isVisible = from <= xMax && price >= yMin && price <= yMax
    const tag = { key: direction, y: toPixelY(plot, price), height: LEVEL_HEIGHT * scale }
    return isVisible ? [tag] : []
  }
  const ofAlert = ({ key, price }: AlertLine) => {
    const y = toPixelY(plot, Number(price))
    const tag = { key: `alert ${key}`, y, height: ALERT_HEIGHT * scale }
    return isInRange(price, plot) ? [tag] : []
  }
  const isMoved = ({ key }: AlertLine) => key === draft?.key
  return [
    ...(draft && alerts.some(isMoved) ? ofAlert(draft) : []),
    ...(live ? [{ key: 'price', y: live.y, height: PRICE_HEIGHT * scale }] : []),
    ...levels.filter(({ direction }) => direction === 'steady').flatMap(ofLevel),
    ...alerts.filter((alert) => !isMoved(alert)).flatMap(ofAlert),
    ...levels.filter(({ direction }) => direction !== 'steady').flatMap(ofLevel),
  ]
}

/** Moves a tag's middle to `y`, CSS pixels; hides it without one. */
export function moveTag(tag: Element, y: number | null | undefined, height: number): void {
  if (!(tag instanceof HTMLElement)) return
  const isHidden = typeof y !== 'number'
  if (tag.hidden !== isHidden) tag.hidden = isHidden
  if (!isHidden) tag.style.transform = `translateY(${y - height / 2}px)`
}
