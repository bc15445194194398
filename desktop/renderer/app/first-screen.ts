import type { Router } from './routes.tsx'

/** The parts of the first screen come with the page; one that takes longer than this is waited for in sight. */
const PATIENCE_MS = 250

/**
 * Shows the interface once its first screen is there, so that nothing is drawn only to be drawn over;
 * and after a moment in any case, with what is shown while a screen is being loaded.
 */
export function withFirstScreen(router: Router, show: () => void): void {
  if (router.state.initialized) {
    show()
    return
  }
  const begin = () => {
    clearTimeout(timer)
    unwatch()
    show()
  }
  const timer = setTimeout(begin, PATIENCE_MS)
  const unwatch = router.subscribe(({ initialized }) => {
    if (initialized) begin()
  })
}
