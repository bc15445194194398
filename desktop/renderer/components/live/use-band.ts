import { useSyncExternalStore } from 'react'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { type Direction, outcome } from '#shared/rules/band.ts'

/** Where the live price stands against `refPrice`; null while either is unknown. */
export function useBand(refPrice: string | null): Direction | null {
  const { price } = useServices().live
  // The answer changes far less often than the price, and only then is anything rendered.
  return useSyncExternalStore(price.subscribe, () => {
    const known = price.getState()
    return known && refPrice ? outcome(known.value, refPrice) : null
  })
}
