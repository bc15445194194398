import type { Analytics } from '#desktop/renderer/platform/analytics.ts'
import type { Router } from './routes.tsx'

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
}

/** Counts each screen that is shown, each reload of the page, and each error nobody caught. */
export function countVisits(router: Router, { track }: Analytics): void {
  if (isReload()) track('reload')
  track('page_view')
  let shown = router.state.location.pathname
  router.subscribe(({ location, navigation }) => {
    if (navigation.state !== 'idle' || location.pathname === shown) return
    shown = location.pathname
    track('page_view')
  })
  addEventListener('error', () => track('error'))
  addEventListener('unhandledrejection', () => track('error'))
}
