import type { StoreApi } from 'zustand/vanilla'
import { type AlertLine, lineAt } from '#desktop/renderer/features/chart/model/alert-lines.ts'
import type { PlotArea } from '#desktop/renderer/features/chart/model/plot-area.ts'

/** Distance from a line at which a mouse takes hold of it, CSS pixels; a finger opens its menu. */
export const REACH = { mouse: 4, touch: 12 } as const

/** Finds the lines of a plot under the pointer; a tag has its key in `data-alert`. */
export interface AlertHits {
  /** From the corner of the plot, CSS pixels. */
  pointOf(event: MouseEvent): { x: number; y: number }
  /** Whether an event is of the cursor or a tag, not of a button or a menu over the plot. */
  isOnChart(event: Event): boolean
  /** The line whose tag an event is of. */
  taggedLine(event: Event): AlertLine | null
  /** The line under the pointer, or the one in reach. */
  lineUnder(event: MouseEvent, reach: number): AlertLine | null
  tagOf(line: AlertLine): HTMLElement | null
}

export function createAlertHits(
  box: HTMLElement,
  area: StoreApi<PlotArea | null>,
  lines: () => readonly AlertLine[],
): AlertHits {
  const sliderOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>('[role=slider]') : null
  const pointOf = ({ clientX, clientY }: MouseEvent) => {
    const { left, top } = box.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const taggedLine = (event: Event) => {
    const tagged = sliderOf(event)?.dataset.alert
    return lines().find(({ key }) => key === tagged) ?? null
  }
  return {
    pointOf,
    taggedLine,
    isOnChart: (event) => sliderOf(event) !== null,
    lineUnder(event, reach) {
      const plot = area.getState()
      const { x, y } = pointOf(event)
      const isInPlot = plot && x <= plot.right && y <= plot.bottom
      return taggedLine(event) ?? (isInPlot ? lineAt(lines(), y, reach, plot) : null)
    },
    tagOf: ({ key }) =>
      [...box.querySelectorAll<HTMLElement>('[data-alert]')].find(
        ({ dataset }) => dataset.alert === key,
      ) ?? null,
  }
}
