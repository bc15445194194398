import { matchPath } from 'react-router-dom'
import type { Analytics } from '#desktop/renderer/platform/analytics.ts'
import { PATHS } from '#shared/rules/paths.ts'
import type { Router } from './routes.tsx'

const LONGEST_FIRST = Object.values(PATHS).sort((a, b) => b.length - a.length)

/** Route pattern of a path, such as `/vote/view/:id`; `/` for an unknown path. */
export function routePattern(path: string): string {
  return LONGEST_FIRST.find((pattern) => matchPath(pattern, path)) ?? PATHS.home
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
}

/** Tracks page views, reloads and uncaught errors. */
export function trackPageViews(router: Router, { track }: Analytics): void {
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
