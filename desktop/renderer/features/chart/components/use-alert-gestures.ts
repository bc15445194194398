import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { AlertLine, Draft } from '#desktop/renderer/features/chart/model/alert-lines.ts'
import type { PlotArea } from '#desktop/renderer/features/chart/model/plot-area.ts'
import { listenForAlertDrag } from './alert-drag.ts'
import { createAlertHits } from './alert-hits.ts'
import { listenForAlertMenu, type MenuPoint } from './alert-menu-gestures.ts'

interface AlertGesturesOptions {
  area: StoreApi<PlotArea | null>
  draft: StoreApi<Draft | null>
  alerts: readonly AlertLine[]
  cursor: () => { x: number; y: number } | null
  onDrop: (draft: Draft) => void
  onMenu: (point: MenuPoint) => void
}

/** Listens on the parent of an element, which is the plot. A drag goes on while the alerts change. */
export function useAlertGestures(
  element: RefObject<HTMLElement | null>,
  { area, draft, alerts, cursor, onDrop, onMenu }: AlertGesturesOptions,
): void {
  const lines = useEffectEvent(() => alerts)
  const cursorNow = useEffectEvent(cursor)
  const drop = useEffectEvent(onDrop)
  const openMenu = useEffectEvent(onMenu)
  useEffect(() => {
    const box = element.current?.parentElement
    if (!box) return
    const listeners = new AbortController()
    const { signal } = listeners
    const hits = createAlertHits(box, area, () => lines())
    const drag = listenForAlertDrag(
      box,
      { area, draft, hits, lines: () => lines(), onDrop: (made) => drop(made) },
      signal,
    )
    listenForAlertMenu(
      box,
      {
        area,
        hits,
        drag,
        lines: () => lines(),
        cursor: () => cursorNow(),
        onMenu: (point) => openMenu(point),
      },
      signal,
    )
    return () => listeners.abort()
  }, [element, area, draft])
}
