import { hashKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { countNew, type HeldList, type LiveEvent, shownEvents } from './live-events.ts'

/** Holds a list still while `isReading`; `release` shows the latest entries although it is read. */
export function useHeldEvents(latest: readonly LiveEvent[], isReading: boolean) {
  const [held, setHeld] = useState<HeldList | null>(null)
  if (isReading !== (held !== null)) {
    setHeld(isReading ? { events: latest, isPurged: false } : null)
  }
  const { queries } = useServices()
  useEffect(() => {
    // Nothing but a moderated text, or another change of everything, invalidates the rounds.
    const hash = hashKey(queryKeys.rounds.list(1))
    return queries.getQueryCache().subscribe((event) => {
      const isBroad =
        event.type === 'updated' &&
        event.action.type === 'invalidate' &&
        event.query.queryHash === hash
      if (isBroad) setHeld((list) => list && { ...list, isPurged: true })
    })
  }, [queries])

  const shown = shownEvents(held, latest)
  return {
    shown,
    newCount: held ? countNew(shown, latest) : 0,
    release: () => setHeld({ events: latest, isPurged: false }),
  }
}
