import { startTransition, useEffect, useRef, useState } from 'react'
import { loadInBackground } from '#desktop/renderer/platform/background-module.ts'

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

interface IdleModule<Module> {
  module: Module | null
  /** Whether the last attempt failed. Another one follows by itself, and at once after `retry`. */
  hasFailed: boolean
  retry: () => void
}

/**
 * A module that a screen loads once its first view is painted, with the state of its attempts. `load` must
 * be a constant; null while the module is not needed.
 */
export function useIdleLoad<Module>(load: (() => Promise<Module>) | null): IdleModule<Module> {
  const [module, setModule] = useState<Module | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const retry = useRef(() => {})
  useEffect(() => {
    if (!load) return
    let cancel = whenIdle(() => {
      const loading = loadInBackground(load, {
        // The page answers between the steps of its first render.
        onLoaded: (loaded) => startTransition(() => setModule(() => loaded)),
        onFailure: () => setFailed(true),
      })
      cancel = loading.cancel
      retry.current = loading.retry
    })
    return () => cancel()
  }, [load])
  return {
    module,
    hasFailed: hasFailed && module === null,
    retry() {
      setFailed(false)
      retry.current()
    },
  }
}

/** The module alone: null until it is loaded. */
export const useIdleModule = <Module>(load: (() => Promise<Module>) | null): Module | null =>
  useIdleLoad(load).module
