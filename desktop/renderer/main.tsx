import './app/styles/tokens.css'
import './app/styles/base.css'
import { countVisits } from './app/count-visits.ts'
import { prepare, start } from './app/start.tsx'
import { titlePrice } from './app/title-price.ts'
import { webPlatform } from './platform/web-platform.ts'

/** Begins as what this window is: one of the desktop app, or a page in a browser. */
function begin(): void {
  const bridge = window.tidemark
  if (bridge) {
    import('./app/desktop/start-desktop.ts').then(({ startDesktop }) => startDesktop(bridge))
    return
  }
  const services = prepare(webPlatform())
  countVisits(start(services), services.analytics)
  titlePrice(services)
}

begin()
