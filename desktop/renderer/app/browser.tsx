import './styles/tokens.css'
import './styles/base.css'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { webPlatform } from '#desktop/renderer/platform/web-platform.ts'
import { nextTask } from './next-task.ts'
import { trackPageViews } from './page-views.ts'
import { readSeed } from './seed.ts'
import { prepare, start, startWhenIdle } from './start.tsx'

/** Starts as a window of the desktop app, or as a web page. */
async function startPage(): Promise<void> {
  const bridge = window.tidemark
  if (bridge) {
    import('./desktop/start-desktop.ts').then(({ startDesktop }) => startDesktop(bridge))
    return
  }
  const seed = readSeed()
  // Markup is in sight: it stays responsive between short tasks.
  if (seed) await nextTask()
  const services = prepare(webPlatform(), seed)
  if (seed) await createFormats(services)
  // As the service worker marks the page that it sends without a network.
  if (document.querySelector('[name=offline]')) {
    import('./web/persisted-replies.ts').then(({ restoreReplies }) => restoreReplies(services))
  }
  if (seed) await nextTask()
  const router = start(services, seed)
  if (seed) await nextTask()
  trackPageViews(router, services.analytics)
  startWhenIdle(services, router)
}

/** Creates the first formats, which takes longer than a frame, in tasks of their own. */
async function createFormats({ language }: Services): Promise<void> {
  const { format } = language.store.getState()
  await nextTask()
  format.count(0)
  await nextTask()
  format.date(0)
}

startPage()
