import './app/styles/tokens.css'
import './app/styles/base.css'
import { trackPageViews } from './app/page-views.ts'
import { prepare, start, startWhenIdle } from './app/start.tsx'
import { webPlatform } from './platform/web-platform.ts'

/** Starts as a window of the desktop app, or as a web page. */
function startPage(): void {
  const bridge = window.tidemark
  if (bridge) {
    import('./app/desktop/start-desktop.ts').then(({ startDesktop }) => startDesktop(bridge))
    return
  }
  const services = prepare(webPlatform())
  const router = start(services)
  trackPageViews(router, services.analytics)
  startWhenIdle(services, router)
}

startPage()
