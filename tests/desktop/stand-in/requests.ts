import type { Frame, Request as PageRequest, Route } from 'playwright'
import { inApp, inBrowser, isServedByApp, originOf } from './addresses.ts'
import { sendCrossOrigin } from './cross-origin.ts'
import { mayNavigate, mayRedirect } from './navigation.ts'
import { mayOpen } from './popups.ts'
import type { Served } from './protocol.ts'
import type { StandInSession } from './session.ts'
import type { World } from './world.ts'

/** Response to a denied pop-up: empty, and closed. */
const NOTHING = { status: 200, contentType: 'text/html', body: '' }

/** Routes every request of every page. */
export async function routeRequest(world: World, route: Route): Promise<void> {
  const request = route.request()
  const frame = frameOf(request)
  const contents = frame && world.pages.ofPage(frame.page())
  if (!frame || !contents) {
    const isAllowed = !request.isNavigationRequest() || mayOpen(world, request.url())
    return isAllowed ? route.continue() : route.fulfill(NOTHING)
  }
  if (request.isNavigationRequest() && !mayNavigate(world, contents, frame, request.url())) {
    return route.abort('aborted')
  }
  const url = inApp(request.url(), world.protocols.scheme)
  const session = contents.session
  const details = { url, method: request.method(), resourceType: typeOf(request), frame }
  const first = await session.hooks.beforeRequest.ask(details)
  if (first.cancel) return route.abort('blockedbyclient')
  if (first.redirectURL !== undefined) {
    return route.fulfill({ status: 307, headers: { location: inBrowser(first.redirectURL) } })
  }
  if (!isServedByApp(request.url())) return toNetwork(world, route, session, details)
  const served = await world.protocols.answer(url, initOf(request))
  if (!served) return route.abort('failed')
  const target = served.headers.location
  const isRedirect = served.status >= 300 && served.status < 400 && target !== undefined
  if (isRedirect && request.isNavigationRequest()) {
    const next = new URL(target, request.url()).href
    if (!mayRedirect(world, contents, frame, next)) return route.abort('aborted')
  }
  await route.fulfill(await received(session, details, served))
}

/** A page that is opening has no frame yet. */
function frameOf(request: PageRequest): Frame | undefined {
  try {
    return request.frame()
  } catch {
    return undefined
  }
}

const typeOf = (request: PageRequest): string =>
  request.isNavigationRequest() && request.frame().parentFrame() === null
    ? 'mainFrame'
    : request.resourceType()

function initOf(request: PageRequest): RequestInit {
  const body = request.postDataBuffer()
  return {
    method: request.method(),
    headers: request.headers(),
    ...(body && { body: new Uint8Array(body) }),
  }
}

/** Sends a request after the session's listeners. */
async function toNetwork(
  world: World,
  route: Route,
  session: StandInSession,
  details: { url: string },
): Promise<void> {
  const { beforeSendHeaders, headersReceived } = session.hooks
  const sent = route.request().headers()
  const decision = await beforeSendHeaders.ask({ ...details, ...{ requestHeaders: { ...sent } } })
  if (decision.cancel) return route.abort('blockedbyclient')
  const headers = flat(decision.requestHeaders ?? sent)
  if (isCall(route.request())) return sendCall(world, route, headers)
  if (!headersReceived.isFor(details.url)) return route.continue({ headers })
  const response = await route.fetch({ headers, maxRedirects: 0 })
  const served = {
    status: response.status(),
    headers: response.headers(),
    body: await response.body(),
  }
  return route.fulfill(await received(session, details, served))
}

/** A script's request to another origin than that of the app. */
const isCall = (request: PageRequest): boolean =>
  ['fetch', 'xhr'].includes(request.resourceType()) && isServedByApp(request.frame().url())

async function sendCall(world: World, route: Route, headers: Record<string, string>) {
  const request = route.request()
  const browserOrigin = originOf(request.frame().url())
  const origin = inApp(browserOrigin, world.protocols.scheme)
  try {
    const rule = await sendCrossOrigin({ route, headers, origin, browserOrigin })
    if (rule === null) return
    world.pages.errors.push(`${request.method()} ${request.url()} violates the allowed ${rule}`)
  } catch {
    // The server is down, or the page has closed.
    await route.abort('connectionfailed').catch(() => {})
  }
}

/** Applies the session's listeners to response headers. */
async function received(
  session: StandInSession,
  details: { url: string },
  served: Served,
): Promise<Served> {
  const responseHeaders = Object.fromEntries(
    Object.entries(served.headers).map(([name, value]) => [name, [value]]),
  )
  const more = {
    responseHeaders,
    statusCode: served.status,
    statusLine: `HTTP/1.1 ${served.status}`,
  }
  const answer = await session.hooks.headersReceived.ask({ ...details, ...more })
  return answer.responseHeaders ? { ...served, headers: flat(answer.responseHeaders) } : served
}

const flat = (headers: Record<string, string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
