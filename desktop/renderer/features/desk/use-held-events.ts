import { useEffect, useState } from 'react'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { countNew, type HeldList, type LiveEvent, shownEvents } from './live-events.ts'

/** Holds a list still while `isReading`; `release` shows the latest entries although it is read. */
export function useHeldEvents(latest: readonly LiveEvent[], isReading: boolean) {
  const [held, setHeld] = useState<HeldList | null>(null)
  if (isReading !== (held !== null)) {
    setHeld(isReading ? { events: latest, isPurged: false } : null)
  }
  const { live } = useServices()
  useEffect(
    () => live.onContent(() => setHeld((list) => list && { ...list, isPurged: true })),
    [live],
  )

  const shown = shownEvents(held, latest)
  return {
    shown,
    newCount: held ? countNew(shown, latest) : 0,
    release: () => setHeld({ events: latest, isPurged: false }),
  }
}
