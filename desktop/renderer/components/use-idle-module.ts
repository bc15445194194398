import { startTransition, useEffect, useState } from 'react'

/** Wait where the browser reports no idle time (Safari), ms. */
const FALLBACK_MS = 300

/** Runs once the browser is idle; returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, FALLBACK_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 2_000 })
  return () => cancelIdleCallback(handle)
}

/**
 * A module that a screen loads once its first view is painted; null until then, and for good when it
 * fails. `load` must be a constant; null while the module is not needed.
 */
export function useIdleModule<Module>(load: (() => Promise<Module>) | null): Module | null {
  const [module, setModule] = useState<Module | null>(null)
  useEffect(() => {
    if (!load) return
    return whenIdle(() => {
      load().then(
        // The page answers between the steps of its first render.
        (loaded) => startTransition(() => setModule(() => loaded)),
        (error: unknown) => console.warn(error),
      )
    })
  }, [load])
  return module
}
