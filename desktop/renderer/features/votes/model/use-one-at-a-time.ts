import { useRef, useState } from 'react'

/** Runs a task, but never twice at once, and tells whether it is running. */
export function useOneAtATime<Args extends readonly unknown[]>(
  task: (...args: Args) => Promise<void>,
): { run: (...args: Args) => Promise<void>; isRunning: boolean } {
  // Two clicks may come before anything is rendered, so the state alone does not hold them apart.
  const isBusy = useRef(false)
  const [isRunning, setRunning] = useState(false)
  const run = async (...args: Args) => {
    if (isBusy.current) return
    isBusy.current = true
    setRunning(true)
    try {
      await task(...args)
    } finally {
      isBusy.current = false
      setRunning(false)
    }
  }
  return { run, isRunning }
}
