import { createContext, useContext, useEffect } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { VoteChoice } from '#shared/rules/band.ts'
import type { Series } from './model/series.ts'

/** Vote lines drawn beside the price; each vote screen sets its own. */
export type ChartFocus =
  /** Both unresolved rounds. */
  | { kind: 'list' }
  /** Both rounds; the live line of the direction being chosen is solid. */
  | { kind: 'write'; choice: VoteChoice | null }
  /**
   * One vote: its line from seven days before its target (ISO 8601, UTC). With the candles of its own
   * round the chart shows that week.
   */
  | {
      kind: 'view'
      targetTime: string
      refPrice: string | null
      choice: VoteChoice
      round?: Series
    }

const LIST_FOCUS: ChartFocus = { kind: 'list' }

export const createChartFocus = (): StoreApi<ChartFocus> =>
  createStore<ChartFocus>(() => LIST_FOCUS)

/** The focus of this page's chart; null on a page without one. */
export const ChartFocusContext = createContext<StoreApi<ChartFocus> | null>(null)

/** Sets the chart's focus while the component is mounted. `focus` must be memoized. */
export function useChartFocus(focus: ChartFocus): void {
  const store = useContext(ChartFocusContext)
  useEffect(() => {
    store?.setState(focus, true)
    return () => store?.setState(LIST_FOCUS, true)
  }, [store, focus])
}
