import './app/styles/tokens.css'
import './app/styles/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { countVisits } from './app/count-visits.ts'
import { withFirstScreen } from './app/first-screen.ts'
import { routePattern } from './app/route-pattern.ts'
import { createRouter } from './app/routes.tsx'
import { titlePrice } from './app/title-price.ts'
import { watchPeriod } from './app/watch-period.ts'
import { showToast, TOAST_MS } from './kit/toast.ts'
import { forgetOthers, keepRestoring } from './platform/keep-session.ts'
import { startLiveUpdates } from './platform/live/live-updates.ts'
import { createServices } from './platform/services.ts'
import { webPlatform } from './platform/web-platform.ts'

const services = createServices({
  platform: webPlatform(),
  onExpired: (t, expiry) => {
    const text = t(`session.${expiry}`)
    showToast({ id: 'sessionExpiredToast', text, tone: 'bad' }, TOAST_MS.session)
  },
  route: () => routePattern(location.pathname),
})
keepRestoring(services)
forgetOthers(services)
services.startSeconds()
startLiveUpdates({ ...services, apiOrigin: services.platform.apiOrigin })
watchPeriod(services)

const router = createRouter(services)
countVisits(router, services.analytics)
titlePrice(services)
const place = document.getElementById('root')
if (place) {
  const root = createRoot(place)
  withFirstScreen(router, () => root.render(<App services={services} router={router} />))
}
