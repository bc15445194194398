import './app/styles/tokens.css'
import './app/styles/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createRouter } from './app/routes.tsx'
import { watchPeriod } from './app/watch-period.ts'
import { showToast } from './kit/toast.ts'
import { startLiveUpdates } from './platform/live/live-updates.ts'
import { createServices } from './platform/services.ts'
import { webPlatform } from './platform/web-platform.ts'

const EXPIRED_TOAST_MS = 5_000

const services = createServices(webPlatform(), (t) => {
  const text = t('session.expired')
  showToast({ id: 'sessionExpiredToast', text, tone: 'bad' }, EXPIRED_TOAST_MS)
})
services.session.restore()
services.startSeconds()
startLiveUpdates({ ...services, apiOrigin: services.platform.apiOrigin })
watchPeriod(services)

const place = document.getElementById('root')
if (place) createRoot(place).render(<App services={services} router={createRouter(services)} />)
