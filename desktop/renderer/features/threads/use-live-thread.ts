import { useEffect, useLayoutEffect, useRef } from 'react'
import { createSpacedRefetch } from '#desktop/renderer/features/desk/spaced-refetch.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { ThreadKey } from '#shared/contract/thread.ts'

/** Watches a thread on the stream and refetches it after changes; `refetch` resolves at its end. */
export function useLiveThread({ target, id }: ThreadKey, refetch: () => Promise<unknown>): void {
  const { live } = useServices()
  const latest = useRef(refetch)
  useLayoutEffect(() => {
    latest.current = refetch
  })

  useEffect(() => {
    const refetches = createSpacedRefetch({
      fetch: () => latest.current(),
      now: () => performance.now(),
      after(ms, task) {
        const timer = setTimeout(task, ms)
        return () => clearTimeout(timer)
      },
      random: Math.random,
    })
    const stop = live.onThread((changed) => {
      if (changed.target === target && changed.id === id) refetches.request()
    })
    live.watchedThread.setState({ target, id }, true)
    return () => {
      stop()
      refetches.cancel()
      live.watchedThread.setState(null, true)
    }
  }, [live, target, id])
}
