import type { StoreApi } from 'zustand/vanilla'
import { fromPixelX, type PlotArea } from '#desktop/renderer/features/chart/model/plot-area.ts'
import {
  type Bounds,
  pan,
  type Viewport,
  zoom,
} from '#desktop/renderer/features/chart/model/viewport.ts'

/** A press that moves less than this is a click, CSS pixels. */
const DRAG_FROM = 4
/** Zoom per pixel of a wheel, and pixels per line of one. */
const WHEEL_ZOOM = 0.002
const WHEEL_LINE = 16
/** The largest zoom of one wheel event: mice report more than trackpads. */
const WHEEL_MAX = 120
/** Quiet time after which a wheel gesture has ended (ms). */
const WHEEL_END_MS = 200
/** Zoom per key press. */
const KEY_ZOOM = 0.7

interface GestureDeps {
  area: StoreApi<PlotArea | null>
  viewport: StoreApi<Viewport | null>
  bounds: () => Bounds
  /** Called when a gesture has ended, with null after a reset. */
  onEnd: (viewport: Viewport | null) => void
}

/** Gestures of an element over the plot. */
export interface Gestures {
  isActive(): boolean
  /** Moves by a number of hours' milliseconds. */
  panBy(by: number): void
  /** Handles `+`, `-` and `0`; the anchor is an instant, or null for the middle. */
  handleKey(key: string, anchor: number | null): boolean
}

/**
 * Dragging pans, two fingers and Ctrl or Cmd + wheel zoom; the plain wheel zooms while the element has the
 * focus, else it scrolls the page. A double click resets.
 */
export function listenForGestures(
  element: HTMLElement,
  { area, viewport, bounds, onEnd }: GestureDeps,
  signal: AbortSignal,
): Gestures {
  const pointers = new Map<number, { x: number; y: number }>()
  let isActive = false
  let wheelTimer: ReturnType<typeof setTimeout> | undefined

  const current = (): Viewport | null => {
    const plot = area.getState()
    return viewport.getState() ?? (plot && { from: plot.xMin, to: plot.xMax })
  }
  const instantAt = (clientX: number) => {
    const plot = area.getState()
    const { left } = element.getBoundingClientRect()
    return plot ? fromPixelX(plot, clientX - left) : 0
  }
  const zoomAt = (factor: number, anchor: number) => {
    const view = current()
    if (view) viewport.setState(zoom(view, factor, anchor, bounds()), true)
  }
  const panBy = (by: number) => {
    const view = current()
    if (view) viewport.setState(pan(view, by, bounds()), true)
  }
  const panByPixels = (pixels: number) => {
    const plot = area.getState()
    const view = current()
    if (plot && view) panBy((pixels / (plot.right - plot.left)) * (view.to - view.from))
  }
  const end = () => {
    if (isActive) onEnd(viewport.getState())
    isActive = false
    delete element.dataset.gesture
  }
  const begin = () => {
    isActive = true
    element.dataset.gesture = ''
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const onPointerMove = (event: PointerEvent) => {
    const last = pointers.get(event.pointerId)
    if (!last) return
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at)
    const by = event.clientX - last.x
    if (!isActive) {
      if (!other && Math.abs(by) < DRAG_FROM) return
      begin()
      element.setPointerCapture(event.pointerId)
    }
    if (other) {
      const before = Math.max(1, Math.hypot(last.x - other.x, last.y - other.y))
      const after = Math.max(1, Math.hypot(event.clientX - other.x, event.clientY - other.y))
      zoomAt(before / after, instantAt((event.clientX + other.x) / 2))
      panByPixels(-by / 2)
    } else panByPixels(-by)
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const onPointerUp = (event: PointerEvent) => {
    if (pointers.delete(event.pointerId) && pointers.size === 0) end()
  }

  const onWheel = (event: WheelEvent) => {
    const hasFocus = document.activeElement === element
    if (!(event.ctrlKey || event.metaKey || hasFocus)) return
    event.preventDefault()
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE : 1
    const isHorizontal = Math.abs(event.deltaX) > Math.abs(event.deltaY)
    begin()
    if (isHorizontal) panByPixels(event.deltaX * scale)
    else {
      const by = Math.min(WHEEL_MAX, Math.max(-WHEEL_MAX, event.deltaY * scale))
      zoomAt(Math.exp(by * WHEEL_ZOOM), instantAt(event.clientX))
    }
    clearTimeout(wheelTimer)
    wheelTimer = setTimeout(end, WHEEL_END_MS)
  }
  const reset = () => {
    viewport.setState(null, true)
    onEnd(null)
  }

  element.addEventListener('pointerdown', onPointerDown, { signal })
  element.addEventListener('pointermove', onPointerMove, { signal })
  element.addEventListener('pointerup', onPointerUp, { signal })
  element.addEventListener('pointercancel', onPointerUp, { signal })
  element.addEventListener('lostpointercapture', onPointerUp, { signal })
  element.addEventListener('wheel', onWheel, { signal, passive: false })
  element.addEventListener('dblclick', reset, { signal })
  signal.addEventListener('abort', () => clearTimeout(wheelTimer))

  return {
    isActive: () => isActive,
    panBy: (by) => {
      panBy(by)
      onEnd(viewport.getState())
    },
    handleKey: (key, anchor) => {
      const view = current()
      const factors: Record<string, number> = { '+': KEY_ZOOM, '=': KEY_ZOOM, '-': 1 / KEY_ZOOM }
      const factor = factors[key]
      if (key === '0') reset()
      else if (factor === undefined || !view) return false
      else {
        zoomAt(factor, anchor ?? (view.from + view.to) / 2)
        onEnd(viewport.getState())
      }
      return true
    },
  }
}
