import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { SignInOutcome } from '#desktop/bridge/shapes.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { END_PAGE_HEADERS, type EndPage, endPage } from './end-page.ts'

/** Not `localhost`, which another program may own on the other address family (RFC 8252, 8.3). */
const ADDRESS = '127.0.0.1'
const CALLBACK_PATH = '/callback'
/** Where the browser is sent at the end, so that the code leaves its address bar and its history. */
const END_PATH = '/done'
/** How long the last page may take to be fetched; browsers do it at once. */
const LINGER_MS = 10_000

/** Room for the cookies of other programs on this address, which browsers send to every port. */
const LIMITS = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  keepAliveTimeout: 1_000,
  connectionsCheckingInterval: 1_000,
}

/** What came back from the provider by way of the browser; `issuer` is who says so (RFC 9207). */
export type Answer = { issuer: string | null } & ({ code: string } | { error: string })

/** A listener for one answer of the provider. */
export interface Loopback {
  /** `http://127.0.0.1:<port>/callback`. */
  redirectUri: string
  /** The first answer that carries the attempt's state. Stays pending when none comes. */
  answer: Promise<Answer>
  /** Tells a browser that waits how it ended, and closes; at once when no browser waits. */
  end(outcome: SignInOutcome): void
  /** Closes at once, whoever waits. */
  close(): void
  /** Resolves when it has closed. */
  closed: Promise<void>
}

/** Same, in a time that does not tell how much of it is. */
function isSame(given: string, own: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(own))
}

/** A parameter that is there once; twice is as good as not at all. */
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
 * Listens on a free loopback port. A request with another state is turned away and changes nothing:
 * any page and any program of this computer can send one, so it may neither succeed nor cancel.
 * Rejects when nothing can be listened on.
 */
export async function openLoopback(state: string, locale: Locale): Promise<Loopback> {
  const server = createServer(LIMITS)
  server.maxConnections = 64
  const waiting = new Set<ServerResponse>()
  let outcome: SignInOutcome | null = null
  let linger: ReturnType<typeof setTimeout> | undefined
  let take: (answer: Answer) => void = () => {}
  const answer = new Promise<Answer>((resolve) => {
    take = resolve
  })

  const closed = new Promise<void>((resolve) => {
    server.once('close', resolve)
  })

  const close = () => {
    clearTimeout(linger)
    server.close()
    server.closeAllConnections()
  }

  const show = (response: ServerResponse, status: number, about: EndPage) => {
    response.writeHead(status, END_PAGE_HEADERS).end(endPage(about, locale))
  }

  const sendOn = (response: ServerResponse) => {
    response.writeHead(303, { ...END_PAGE_HEADERS, Location: END_PATH }).end()
  }

  const hear = (query: URLSearchParams, response: ServerResponse) => {
    if (!isSame(only(query, 'state') ?? '', state)) return show(response, 400, 'notOurs')
    if (outcome) return sendOn(response)
    waiting.add(response)
    response.once('close', () => waiting.delete(response))
    const code = only(query, 'code')
    const issuer = query.has('iss') ? (only(query, 'iss') ?? '') : null
    if (code) take({ issuer, code })
    else take({ issuer, error: only(query, 'error') ?? 'nothing' })
  }

  let port = 0
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const url = URL.parse(request.url ?? '', `http://${ADDRESS}:${port}`)
    // A name that was made to point here (DNS rebinding) is not this server's.
    if (request.headers.host !== `${ADDRESS}:${port}`) return show(response, 421, 'notOurs')
    if (request.method !== 'GET') return show(response, 405, 'notOurs')
    if (url?.pathname === CALLBACK_PATH) return hear(url.searchParams, response)
    if (url?.pathname !== END_PATH || !outcome) return show(response, 404, 'notOurs')
    response.once('close', close)
    show(response, 200, outcome)
  })

  port = await listen(server)
  server.on('error', close)

  return {
    redirectUri: `http://${ADDRESS}:${port}${CALLBACK_PATH}`,
    answer,
    end(how) {
      if (outcome) return
      outcome = how
      if (waiting.size === 0) return close()
      linger = setTimeout(close, LINGER_MS)
      for (const response of waiting) sendOn(response)
    },
    close,
    closed,
  }
}
