import type { Route } from 'playwright'

const SIMPLE_METHODS = ['GET', 'HEAD', 'POST']
/** Request headers of the app's code that a page of another origin must have allowed. */
const ASKED_HEADERS = ['authorization', 'content-type', 'if-none-match']
const ALLOW_ORIGIN = 'access-control-allow-origin'

const listOf = (value: string | null) => (value ?? '').toLowerCase().split(/\s*,\s*/)

/** Why the server refuses a request of an origin to a page of it; null if it allows the request. */
async function refusalOf(
  url: string,
  method: string,
  origin: string,
  sent: Record<string, string>,
): Promise<string | null> {
  const names = ASKED_HEADERS.filter((name) => sent[name] !== undefined)
  if (names.length === 0 && SIMPLE_METHODS.includes(method)) return null
  const { ok, headers } = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': names.join(','),
    },
  })
  if (!ok || headers.get(ALLOW_ORIGIN) !== origin) return 'origin'
  const methods = listOf(headers.get('access-control-allow-methods'))
  const isAllowed = SIMPLE_METHODS.includes(method) || methods.includes(method.toLowerCase())
  if (!isAllowed) return 'method'
  const allowed = listOf(headers.get('access-control-allow-headers'))
  return names.every((name) => allowed.includes(name)) ? null : 'headers'
}

interface CrossOriginRequest {
  route: Route
  headers: Record<string, string>
  /** The app's origin, which the server gets. */
  origin: string
  /** The origin of its page in the browser. */
  browserOrigin: string
}

/**
 * Sends a page's request with the app's origin, after a preflight: Playwright answers those of intercepted
 * requests itself, with every method. Returns the violated rule; null if there was none.
 */
export async function sendCrossOrigin(request: CrossOriginRequest): Promise<string | null> {
  const { route, headers, origin, browserOrigin } = request
  const url = route.request().url()
  const refusal = await refusalOf(url, route.request().method(), origin, headers)
  if (refusal !== null) {
    await route.abort('failed')
    return refusal
  }
  const response = await route.fetch({ headers: { ...headers, origin }, maxRedirects: 0 })
  const received = response.headers()
  if (received[ALLOW_ORIGIN] !== origin) {
    await route.abort('failed')
    return 'origin'
  }
  await route.fulfill({ response, headers: { ...received, [ALLOW_ORIGIN]: browserOrigin } })
  return null
}
