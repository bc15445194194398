import { useSyncExternalStore } from 'react'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { type Freshness, freshnessOf } from '#shared/rules/freshness.ts'

/** How old the price is by now, whatever it was when it was sent; null without a price. */
export function useFreshness(): Freshness | null {
  const { seconds, live } = useServices()
  return useSyncExternalStore(seconds.subscribe, () => {
    const price = live.price.getState()
    return price && freshnessOf(seconds.getState() - Date.parse(price.time))
  })
}
