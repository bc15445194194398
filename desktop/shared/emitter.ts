/** A list of subscribers to one kind of event. */
export function createEmitter<Event>() {
  const listeners = new Set<(event: Event) => void>()
  return {
    emit(event: Event) {
      for (const listener of [...listeners]) listener(event)
    },
    /** Returns the function that unsubscribes. */
    subscribe(listener: (event: Event) => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
