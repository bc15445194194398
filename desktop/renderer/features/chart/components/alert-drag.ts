import type { StoreApi } from 'zustand/vanilla'
import {
  type AlertLine,
  type Draft,
  priceTick,
  roundToTick,
} from '#desktop/renderer/features/chart/model/alert-lines.ts'
import {
  fromPixelY,
  type PlotArea,
  toPixelY,
} from '#desktop/renderer/features/chart/model/plot-area.ts'
import { type AlertHits, REACH } from './alert-hits.ts'

/** A press that moves less than this is a click, CSS pixels. */
const DRAG_FROM = 3

interface AlertDragDeps {
  area: StoreApi<PlotArea | null>
  draft: StoreApi<Draft | null>
  lines: () => readonly AlertLine[]
  hits: AlertHits
  onDrop: (draft: Draft) => void
}

interface Drag {
  pointerId: number
  line: AlertLine
  /** Height of the press in the window, and from there to the line, CSS pixels. */
  y: number
  offset: number
  hasMoved: boolean
}

/** The drag of a line. */
export interface AlertDrag {
  /** Whether a line has been moved. */
  isActive(): boolean
  /** Puts the line back. */
  cancel(): void
}

/**
 * Listens on the plot, before its cursor: the mouse drags lines and their tags, a touch only tags, so that
 * panning and scrolling stay as they are. Escape and leaving the window put a line back.
 */
export function listenForAlertDrag(
  box: HTMLElement,
  { area, draft, lines, hits, onDrop }: AlertDragDeps,
  signal: AbortSignal,
): AlertDrag {
  let drag: Drag | null = null

  const end = () => {
    const pointerId = drag?.pointerId
    drag = null
    delete box.dataset.handle
    if (pointerId !== undefined && box.hasPointerCapture(pointerId)) {
      box.releasePointerCapture(pointerId)
    }
  }
  const cancel = () => {
    if (drag?.hasMoved) draft.setState(null, true)
    end()
  }
  const onPointerDown = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0 || event.ctrlKey || !hits.isOnChart(event)) return
    const isMouse = event.pointerType === 'mouse'
    const line = isMouse ? hits.lineUnder(event, REACH.mouse) : hits.taggedLine(event)
    const plot = area.getState()
    if (!line || !plot) return
    // Neither the cursor nor a gesture of the chart begins, and no text is selected.
    event.stopPropagation()
    event.preventDefault()
    const offset = toPixelY(plot, Number(line.price)) - hits.pointOf(event).y
    drag = { pointerId: event.pointerId, line, y: event.clientY, offset, hasMoved: false }
    box.setPointerCapture(event.pointerId)
    hits.tagOf(line)?.focus({ preventScroll: true })
  }
  const moveLine = (event: PointerEvent, { line, offset, hasMoved }: Drag): boolean => {
    const plot = area.getState()
    // Its alert may have come, or another device may have removed it.
    const isThere = hasMoved ? draft.getState()?.key === line.key : lines().includes(line)
    if (!plot || !isThere) return false
    const at = fromPixelY(plot, hits.pointOf(event).y + offset)
    const price = roundToTick(at, priceTick(plot), plot)
    draft.setState({ key: line.key, from: line.price, price, isSaving: false }, true)
    return true
  }
  /** The mouse shows which lines it can drag. */
  const showHandle = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.buttons > 0) return
    const isOver = lines().length > 0 && hits.isOnChart(event)
    if (isOver && hits.lineUnder(event, REACH.mouse)) box.dataset.handle = ''
    else delete box.dataset.handle
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!drag) return showHandle(event)
    if (event.pointerId !== drag.pointerId) return
    event.stopPropagation()
    const { clientX: x, clientY: y } = event
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return cancel()
    if (!drag.hasMoved && Math.abs(y - drag.y) < DRAG_FROM) return
    if (!moveLine(event, drag)) return cancel()
    drag.hasMoved = true
    box.dataset.handle = ''
  }
  const onPointerUp = ({ pointerId }: PointerEvent) => {
    if (pointerId !== drag?.pointerId) return
    const made = drag.hasMoved ? draft.getState() : null
    end()
    if (made) onDrop(made)
  }
  const onPointerLost = ({ pointerId }: PointerEvent) => {
    if (pointerId === drag?.pointerId) cancel()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!drag || event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    cancel()
  }

  const early = { signal, capture: true }
  box.addEventListener('pointerdown', onPointerDown, early)
  box.addEventListener('pointermove', onPointerMove, early)
  box.addEventListener('pointerup', onPointerUp, early)
  box.addEventListener('pointercancel', onPointerLost, early)
  box.addEventListener('lostpointercapture', onPointerLost, { signal })
  addEventListener('keydown', onKeyDown, early)
  addEventListener('blur', cancel, { signal })
  signal.addEventListener('abort', cancel)
  return { isActive: () => drag?.hasMoved ?? false, cancel }
}
