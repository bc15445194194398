import { useEffect } from 'react'

/** Whether the document itself was requested for the screen that it shows. */
function isLoadedHere(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry !== undefined && new URL(entry.name).pathname === location.pathname
}

/**
 * Loads a sign-in screen as a document of its own where Google's button needs one: only such documents have
 * its policy, and all others are the same for every visitor. The navigation's state survives.
 */
export function useSignInDocument(): void {
  useEffect(() => {
    if (!document.querySelector('meta[name="sign-in"][content="document"]')) return
    // Offline, the stored document of another page stands in: it would reload for ever.
    if (!isLoadedHere()) location.reload()
  }, [])
}
