import { useState } from 'react'
import { loadPart } from './lazy-module.ts'

/** A part of a screen that is not there until somebody wants it, such as a dialog. */
export interface OnDemand<Part> {
  /** The part while it is open. */
  part: Part | null
  isLoading: boolean
  open: () => void
  close: () => void
  /** For the button that opens it: pointing at it or reaching it begins the loading. */
  intent: { onPointerEnter: () => void; onFocus: () => void }
}

/** Loads a part when it is opened; `onFailure` is told when that was not possible. */
export function usePart<Part>(
  load: () => Promise<Part>,
  onFailure: (error: unknown) => void,
): OnDemand<Part> {
  const [part, setPart] = useState<Part | null>(null)
  const [isLoading, setLoading] = useState(false)
  // Only ahead of time: whoever opens it is told when it cannot be had.
  const prefetch = () => {
    load().catch(() => {})
  }
  return {
    part,
    isLoading,
    async open() {
      setLoading(true)
      try {
        const loaded = await loadPart(load)
        setPart(() => loaded)
      } catch (error) {
        onFailure(error)
      }
      setLoading(false)
    },
    close: () => setPart(null),
    intent: { onPointerEnter: prefetch, onFocus: prefetch },
  }
}
