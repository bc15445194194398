import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { SignInOutcome } from '#desktop/bridge/shapes.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { END_PAGE_HEADERS, type EndPage, endPage } from './end-page.ts'

/** Not `localhost`: another program may listen on the other address family (RFC 8252, 8.3). */
const ADDRESS = '127.0.0.1'
const CALLBACK_PATH = '/callback'
/** Redirect target, so that the code does not stay in the address bar and history. */
const END_PATH = '/done'
/** Time to fetch the final page; browsers do so at once. */
const FINAL_PAGE_MS = 10_000

/** Allows for cookies of other local programs, which browsers send to every port. */
const LIMITS = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  keepAliveTimeout: 1_000,
  connectionsCheckingInterval: 1_000,
}

/** Callback parameters. */
export type Answer = { code: string } | { error: string }

/** Listens for one callback of the API at `http://127.0.0.1:<port>/callback`. */
export interface Loopback {
  port: number
  /** First callback with the attempt's state; pending until then. */
  answer: Promise<Answer>
  /** Shows the outcome to a waiting browser, then closes; closes at once without one. */
  end(outcome: SignInOutcome): void
  /** Closes immediately. */
  close(): void
  /** Resolves when the server has closed. */
  closed: Promise<void>
}

/** Constant-time comparison. */
function isSame(given: string, own: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(own))
}

/** Value of a parameter that occurs exactly once, else null. */
function only(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name)
  return values.length === 1 ? (values[0] ?? null) : null
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, ADDRESS, () => {
      const address = server.address()
      resolve(address && typeof address === 'object' ? address.port : 0)
    })
  })
}

/**
 * Listens on a free loopback port. Requests with another state are rejected without effect: any
 * page or program can send them. Rejects when no port is available.
 */
export async function openLoopback(state: string, locale: Locale): Promise<Loopback> {
  const server = createServer(LIMITS)
  server.maxConnections = 64
  const waiting = new Set<ServerResponse>()
  let outcome: SignInOutcome | null = null
  let closing: ReturnType<typeof setTimeout> | undefined
  let take: (answer: Answer) => void = () => {}
  const answer = new Promise<Answer>((resolve) => {
    take = resolve
  })

  const closed = new Promise<void>((resolve) => {
    server.once('close', resolve)
  })

  const close = () => {
    clearTimeout(closing)
    server.close()
    server.closeAllConnections()
  }

  const show = (response: ServerResponse, status: number, about: EndPage) => {
    response.writeHead(status, END_PAGE_HEADERS).end(endPage(about, locale))
  }

  const redirect = (response: ServerResponse) => {
    response.writeHead(303, { ...END_PAGE_HEADERS, Location: END_PATH }).end()
  }

  const handleCallback = (query: URLSearchParams, response: ServerResponse) => {
    if (!isSame(only(query, 'state') ?? '', state)) return show(response, 400, 'notOurs')
    if (outcome) return redirect(response)
    waiting.add(response)
    response.once('close', () => waiting.delete(response))
    const code = only(query, 'code')
    take(code ? { code } : { error: only(query, 'error') ?? 'nothing' })
  }

  let port = 0
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const url = URL.parse(request.url ?? '', `http://${ADDRESS}:${port}`)
    // A host name that resolves here (DNS rebinding) is not ours.
    if (request.headers.host !== `${ADDRESS}:${port}`) return show(response, 421, 'notOurs')
    if (request.method !== 'GET') return show(response, 405, 'notOurs')
    if (url?.pathname === CALLBACK_PATH) return handleCallback(url.searchParams, response)
    if (url?.pathname !== END_PATH || !outcome) return show(response, 404, 'notOurs')
    response.once('close', close)
    show(response, 200, outcome)
  })

  port = await listen(server)
  server.on('error', close)

  return {
    port,
    answer,
    end(how) {
      if (outcome) return
      outcome = how
      if (waiting.size === 0) return close()
      closing = setTimeout(close, FINAL_PAGE_MS)
      for (const response of waiting) redirect(response)
    },
    close,
    closed,
  }
}
