/** Those who want to be told something. */
export function createListeners<News>() {
  const listeners = new Set<(news: News) => void>()
  return {
    tell(news: News) {
      for (const listener of [...listeners]) listener(news)
    },
    /** Adds one; the answer takes it away again. */
    add(listener: (news: News) => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
