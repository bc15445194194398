import { startOffline } from './offline.ts'
import { showPage } from './show-page.ts'

declare const self: ServiceWorkerGlobalScope

/** A notification of a declarative push message (`web_push: 8030`). */
interface Shown {
  title: string
  body: string
  lang: string
  tag: string
  /** Absolute URL of the page that a click opens. */
  navigate: string
}

/** Fields of the message that are texts; a browser demands a notification for every push. */
function readMessage(data: PushMessageData | null): Shown {
  const texts: Record<string, string> = {}
  try {
    const { notification = {} } = data?.json() ?? {}
    for (const [name, value] of Object.entries(notification)) {
      if (typeof value === 'string') texts[name] = value
    }
  } catch {
    // Shown without details.
  }
  const { title = 'Tidemark', body = '', lang = '', tag = '', navigate = '/' } = texts
  return { title, body, lang, tag, navigate }
}

/** The path of a URL of this site; the home screen for any other. */
function ownPath(url: unknown): string {
  const { origin, pathname, search } = URL.parse(String(url), self.location.origin) ?? {}
  return origin === self.location.origin ? `${pathname}${search}` : '/'
}

self.addEventListener('push', (event) => {
  const { title, body, lang, tag, navigate } = readMessage(event.data)
  // A message in the place of an older one would come without sound or banner.
  const renotify = tag !== ''
  const options = { body, lang, tag, renotify, icon: '/icons/256.png', data: { navigate } }
  event.waitUntil(self.registration.showNotification(title, options))
})

const windows = {
  list: () => self.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  open: (path: string) => self.clients.openWindow(path),
  after: (ms: number, task: () => void) => void setTimeout(task, ms),
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showPage(windows, ownPath(event.notification.data?.navigate)))
})

startOffline()
