import { createContext, useContext, useEffect } from 'react'
import { createStore, type Store } from '#desktop/shared/store.ts'
import type { VoteChoice } from '#shared/rules/band.ts'

/** What the chart shows beside the price: every screen of votes says what it is about. */
export type ChartFocus =
  /** Both unresolved rounds. */
  | { kind: 'list' }
  /** The live round with the direction that is about to be called drawn solid. */
  | { kind: 'write'; choice: VoteChoice | null }
  /** One vote: its line from seven days before its target. Instants are ISO 8601, UTC. */
  | { kind: 'view'; targetTime: string; refPrice: string | null; choice: VoteChoice }

export const LIST_FOCUS: ChartFocus = { kind: 'list' }

export const createChartFocus = (): Store<ChartFocus> => createStore<ChartFocus>(LIST_FOCUS)

/** The focus of the chart on this page; null where no chart is. */
export const ChartFocusContext = createContext<Store<ChartFocus> | null>(null)

/** Directs the chart above while this component is shown. `focus` must keep its identity. */
export function useChartFocus(focus: ChartFocus): void {
  const store = useContext(ChartFocusContext)
  useEffect(() => {
    store?.set(focus)
    return () => store?.set(LIST_FOCUS)
  }, [store, focus])
}
