import { shellPage } from './shell-page.ts'

declare const self: ServiceWorkerGlobalScope
/** Paths of the files that this build's screens need, and an id of the list; set at build time. */
declare const __SHELL__: { id: string; files: readonly string[] }

const { id: BUILD, files: FILES } = __SHELL__

const PAGE = '/index.html'
const PREFIX = 'shell-'
const CURRENT = PREFIX + BUILD
/** Pages of the previous build stay open after an update and still load their own files. */
const BUILDS = 2
/** Replies of a proxy whose server is away. */
const GATEWAY_ERRORS: readonly number[] = [502, 503, 504]
/** Parallel requests of the installation: the page's own come first. */
const CONCURRENCY = 4

const isHashed = (path: string) => path.startsWith('/assets/')

/** Finds a stored file of any build; the names of files carry a hash, or are the newest build's. */
const findStored = (path: string) => caches.match(path, { ignoreVary: true })

/** The page of this build without content. Rejects when the server sends another build's. */
async function fetchShellPage(): Promise<Response> {
  const reply = await fetch(PAGE, { cache: 'no-store' })
  if (!reply.ok) throw new Error(`${PAGE}: ${reply.status}`)
  const html = shellPage(await reply.text(), FILES)
  const headers = new Headers(reply.headers)
  // They describe the body as it was sent.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  return new Response(html, { headers })
}

async function fetchFile(path: string): Promise<Response> {
  const stored = isHashed(path) ? await findStored(path) : undefined
  if (stored) return stored
  const reply = await fetch(path, { cache: isHashed(path) ? 'default' : 'no-cache' })
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  return reply
}

/** Stores the page and the files of this build. Rejects when one is missing; the browser then tries again. */
async function install(): Promise<void> {
  const page = await fetchShellPage()
  const shell = await caches.open(CURRENT)
  await shell.put(PAGE, page)
  const waiting = [...FILES]
  const work = async () => {
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      await shell.put(path, await fetchFile(path))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  // In the order of their creation.
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  const others = builds.filter((name) => name !== CURRENT)
  const old = others.slice(0, Math.max(0, others.length + 1 - BUILDS))
  await Promise.all(old.map((name) => caches.delete(name)))
  // The request of a page then does not wait for the start of the worker.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function storedPage(): Promise<Response | undefined> {
  return (await caches.open(CURRENT)).match(PAGE, { ignoreVary: true })
}

/**
 * The server's reply to a navigation, which the browser has already requested by itself. A navigation that
 * is left to the browser would be requested twice: the second answer to a sign-in is a refusal.
 */
const fromServer = async ({ request, preloadResponse }: FetchEvent): Promise<Response> =>
  (await preloadResponse) ?? fetch(request)

/** The page from the server; without one the stored page. */
async function sendPage(event: FetchEvent): Promise<Response> {
  try {
    const reply = await fromServer(event)
    if (!GATEWAY_ERRORS.includes(reply.status)) return reply
    return (await storedPage()) ?? reply
  } catch (error) {
    const page = await storedPage()
    if (page) return page
    throw error
  }
}

/** Stores a file of this build; the storage may be full. */
async function store(url: string, reply: Response): Promise<void> {
  try {
    await (await caches.open(CURRENT)).put(url, reply)
  } catch (error) {
    console.warn(error)
  }
}

/** A file whose name carries its hash. */
async function sendHashed(event: FetchEvent): Promise<Response> {
  const { request } = event
  const stored = await findStored(request.url)
  if (stored) return stored
  const reply = await fetch(request)
  // Parts beyond the list, such as the editor, are stored once they are used.
  if (reply.ok) event.waitUntil(store(request.url, reply.clone()))
  return reply
}

async function sendFile(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const stored = await findStored(request.url)
    if (stored) return stored
    throw error
  }
}

/** Pages have no dot; those of the API and its documentation are no part of the interface. */
const isPage = (path: string) => !path.includes('.') && !/^\/(?:api|openapi)(?:\/|$)/.test(path)

/** The reply to a request; null leaves it to the browser, such as the fetches of the API. */
function respond(event: FetchEvent): Promise<Response> | null {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return null
  if (request.mode === 'navigate') return isPage(pathname) ? sendPage(event) : fromServer(event)
  if (isHashed(pathname)) return sendHashed(event)
  return FILES.includes(pathname) ? sendFile(request) : null
}

/** Starts the site without a network: its files and its page, but no reply of the API. */
export function startOffline(): void {
  self.addEventListener('install', (event) => event.waitUntil(install()))
  self.addEventListener('activate', (event) => event.waitUntil(activate()))
  self.addEventListener('fetch', (event) => {
    const reply = respond(event)
    if (reply) event.respondWith(reply)
  })
}
