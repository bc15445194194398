import { useEffect, useMemo, useRef } from 'react'
import type { StoreApi } from 'zustand/vanilla'
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
/** The reference stays where there is no room for all. */
const IMPORTANCE = { steady: 0, up: 1, down: 2 } as const

/** The live price on the chart: its text, and its height in CSS pixels. */
export interface PriceTag {
  text: string
  y: number
}

interface AxisTagsProps {
  area: StoreApi<PlotArea | null>
  levels: readonly Level[]
  /** Null without a live price on the chart. */
  price: StoreApi<PriceTag | null>
}

/**
 * The tags of the live price and the levels on the price axis, none over another. A tick moves only these
 * elements. The text alternative says the same.
 */
export function AxisTags({ area, levels, price }: AxisTagsProps) {
  const { format } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  const tags = useMemo(
    () => levels.toSorted((one, other) => IMPORTANCE[one.direction] - IMPORTANCE[other.direction]),
    [levels],
  )

  useEffect(() => {
    const draw = () => {
      const plot = area.getState()
      if (!box.current || !plot) return
      const { xMax, yMin, yMax, scale } = plot
      const [priceHeight, levelHeight] = [PRICE_HEIGHT * scale, LEVEL_HEIGHT * scale]
      const live = price.getState()
      const isVisible = ({ from, price: at }: Level) => from <= xMax && at >= yMin && at <= yMax
      const visible = tags.filter(isVisible)
      const places = layOutTags(
        [
          ...(live ? [{ y: live.y, height: priceHeight }] : []),
          ...visible.map((level) => ({ y: toPixelY(plot, level.price), height: levelHeight })),
        ],
        plot,
      )
      box.current.style.left = `${plot.right + 1}px`
      const [first, ...others] = box.current.children
      if (!(first instanceof HTMLElement)) return
      setText(first, live?.text ?? '')
      move(first, live ? places.shift() : null, priceHeight)
      others.forEach((element, index) => {
        const level = tags[index]
        move(element, level && places[visible.indexOf(level)], levelHeight)
      })
    }
    const unsubscribeArea = area.subscribe(draw)
    const unsubscribePrice = price.subscribe(draw)
    draw()
    return () => {
      unsubscribeArea()
      unsubscribePrice()
    }
  }, [area, tags, price])

  return (
    <div ref={box} className={styles.tags} aria-hidden="true">
      <span className={styles.price} data-testid="chart-price" hidden />
      {tags.map(({ direction, price: at }) => (
        <span key={direction} className={styles.level} data-level={direction} hidden>
          {DIRECTION_MARKS[direction]} {format.count(Math.round(at))}
        </span>
      ))}
    </div>
  )
}

/** Moves a tag's middle to `y`, CSS pixels; hides it without one. */
function move(tag: Element, y: number | null | undefined, height: number): void {
  if (!(tag instanceof HTMLElement)) return
  const isHidden = typeof y !== 'number'
  if (tag.hidden !== isHidden) tag.hidden = isHidden
  if (!isHidden) tag.style.transform = `translateY(${y - height / 2}px)`
}
