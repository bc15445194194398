import { useEffect, useLayoutEffect, useRef } from 'react'
import { createSpacedRefetch } from '#desktop/renderer/features/desk/spaced-refetch.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { ThreadKey } from '#shared/contract/thread.ts'

/**
 * Watches a thread on the stream and refetches it after changes: `refetch` makes a request for each of the
 * `pages` and resolves at its end.
 */
export function useLiveThread(
  { target, id }: ThreadKey,
  pages: number,
  refetch: () => Promise<unknown>,
): void {
  const { live } = useServices()
  const latest = useRef({ refetch, pages })
  useLayoutEffect(() => {
    latest.current = { refetch, pages }
  })

  useEffect(() => {
    const refetches = createSpacedRefetch({
      fetch: () => latest.current.refetch(),
      requests: () => latest.current.pages,
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
