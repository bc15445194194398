import type { StoreApi } from 'zustand/vanilla'
import {
  type AlertLine,
  lineAt,
  priceTick,
  roundToTick,
} from '#desktop/renderer/features/chart/model/alert-lines.ts'
import {
  fromPixelY,
  type PlotArea,
  toPixelY,
} from '#desktop/renderer/features/chart/model/plot-area.ts'
import type { AlertDrag } from './alert-drag.ts'
import { type AlertHits, REACH } from './alert-hits.ts'

/** A touch that lasts this long (ms) and moves less than this (CSS pixels) opens the menu. */
const PRESS_MS = 500
const PRESS_REACH = 8

/** Where a menu was called for. */
export interface MenuPoint {
  /** In the window, CSS pixels. */
  x: number
  y: number
  /** A decimal string. */
  price: string
  /** Key of the line there; null without one. */
  key: string | null
}

interface AlertMenuDeps {
  area: StoreApi<PlotArea | null>
  lines: () => readonly AlertLine[]
  hits: AlertHits
  drag: AlertDrag
  /** The keyboard cursor, from the corner of the plot, CSS pixels; null without prices. */
  cursor: () => { x: number; y: number } | null
  onMenu: (point: MenuPoint) => void
}

/** Calls for the menu of the plot on a right click, a long press and the keys for menus. */
export function listenForAlertMenu(
  box: HTMLElement,
  { area, lines, hits, drag, cursor, onMenu }: AlertMenuDeps,
  signal: AbortSignal,
): void {
  let press: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null
  /** The touch that has opened the menu pans nothing. */
  let openedBy: number | null = null

  const open = ({ x, y }: { x: number; y: number }, line: AlertLine | null) => {
    const plot = area.getState()
    if (!plot) return
    const { left, top } = box.getBoundingClientRect()
    const price = roundToTick(fromPixelY(plot, y), priceTick(plot), plot)
    onMenu({ x: left + x, y: top + y, price, key: line?.key ?? null })
  }
  const endPress = () => {
    clearTimeout(press?.timer)
    press = null
  }
  const onPointerDown = (event: PointerEvent) => {
    endPress()
    openedBy = null
    if (event.pointerType !== 'touch' || !event.isPrimary || !hits.isOnChart(event)) return
    const { clientX: x, clientY: y, pointerId } = event
    const point = hits.pointOf(event)
    const line = hits.lineUnder(event, REACH.touch)
    const onEnd = () => {
      if (drag.isActive()) return
      drag.cancel()
      openedBy = pointerId
      open(point, line)
    }
    press = { x, y, timer: setTimeout(onEnd, PRESS_MS) }
  }
  const onPointerMove = (event: PointerEvent) => {
    const { clientX: x, clientY: y, pointerId } = event
    if (press && Math.hypot(x - press.x, y - press.y) > PRESS_REACH) endPress()
    if (pointerId === openedBy) event.stopPropagation()
  }
  const onContextMenu = (event: MouseEvent) => {
    if (!hits.isOnChart(event)) return
    event.preventDefault()
    const { pointerType = 'mouse' } = event instanceof PointerEvent ? event : {}
    // The keys have opened it already.
    if (pointerType === '' || drag.isActive()) return
    endPress()
    drag.cancel()
    open(
      hits.pointOf(event),
      hits.lineUnder(event, REACH[pointerType === 'touch' ? 'touch' : 'mouse']),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    const plot = area.getState()
    if (!isMenuKey || !plot || !hits.isOnChart(event)) return
    event.preventDefault()
    const tagged = hits.taggedLine(event)
    if (tagged) return open({ x: plot.right, y: toPixelY(plot, Number(tagged.price)) }, tagged)
    const point = cursor()
    if (point) open(point, lineAt(lines(), point.y, REACH.mouse, plot))
  }

  const early = { signal, capture: true }
  box.addEventListener('pointerdown', onPointerDown, early)
  box.addEventListener('pointermove', onPointerMove, early)
  box.addEventListener('pointerup', endPress, early)
  box.addEventListener('pointercancel', endPress, early)
  box.addEventListener('contextmenu', onContextMenu, early)
  box.addEventListener('keydown', onKeyDown, { signal })
  signal.addEventListener('abort', endPress)
}
