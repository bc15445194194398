import { Elysia } from 'elysia'
import { LRUCache } from 'lru-cache'
import type { CrossOrigin } from './http/reply-headers.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { type PreparedReply, replyBytes, responder } from './prepared-reply.ts'

/** Returns the current reply of an address, never an outdated one. */
export type FindReply = () => PreparedReply | Promise<PreparedReply>

/** Clients request about a dozen URLs; made-up hosts and query strings must not fill the memory. */
const MAX_URLS = 256
const MAX_BYTES = 32 * 1024 * 1024

/** Replies of a route since the last scrape, by status. */
type Tally = Record<200 | 304, number>

interface Entry {
  route: string
  tally: Tally
  headers: Record<string, string>
  find: FindReply
  reply: PreparedReply
  respond: ReturnType<typeof responder>
}

interface ResponseCacheDeps {
  /** Headers of every reply of the API. */
  headers: Record<string, string>
  crossOrigin: CrossOrigin
  metrics: Metrics
  log: Log
  /** Key of a reply; the URL by default, for replies that are the same for every client. */
  keyOf?: (request: Request) => string
}

interface Target {
  request: Request
  route: string
  /** Headers instead of the API's. */
  headers?: Record<string, string>
  /** One of very many addresses, such as people's records; a crawl of them evicts no other reply. */
  isOneOfMany?: boolean
}

export type ResponseCache = ReturnType<typeof createResponseCache>

/**
 * Sends prepared replies by key before routing: no request id, and a log line only at debug. Only for
 * replies that are the same for every client with that key.
 */
export function createResponseCache(deps: ResponseCacheDeps) {
  const { headers: apiHeaders, crossOrigin, metrics, log, keyOf = ({ url }) => url } = deps
  const createEntries = () =>
    new LRUCache<string, Entry>({
      max: MAX_URLS,
      maxSize: MAX_BYTES,
      sizeCalculation: ({ reply }) => replyBytes(reply),
    })
  const entries = createEntries()
  const manyEntries = createEntries()
  const tallies = new Map<string, Tally>()

  const tallyOf = (route: string) => {
    const tally = tallies.get(route) ?? { 200: 0, 304: 0 }
    tallies.set(route, tally)
    return tally
  }

  metrics.onScrape(() => {
    for (const [route, tally] of tallies) {
      for (const status of [200, 304] as const) {
        if (tally[status] === 0) continue
        metrics.requests.inc({ route, status: String(status) }, tally[status])
        metrics.cachedReplies.inc({ route }, tally[status])
        tally[status] = 0
      }
    }
  })

  return {
    /** Must be the first plugin with an onRequest hook, so that nothing else runs for a cached reply. */
    plugin: new Elysia({ name: 'response-cache' }).onRequest(function lookUp({ request, set }) {
      const key = keyOf(request)
      const entry = entries.get(key) ?? manyEntries.get(key)
      if (!entry || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
      const { route } = entry
      const reply = entry.find()
      if (reply instanceof Promise) {
        // Being rebuilt: the route calls find() again, waits and reports its error.
        reply.catch(() => {})
        return undefined
      }
      if (reply !== entry.reply) {
        entry.reply = reply
        entry.respond = responder(reply, entry.headers)
        const among = entries.peek(key) === entry ? entries : manyEntries
        among.set(key, entry, { size: replyBytes(reply) })
        metrics.cacheRebuilds.inc({ route })
      }
      const response = entry.respond(request)
      const origin = request.headers.get('origin')
      if (origin !== null && entry.headers === apiHeaders && crossOrigin.allows(origin)) {
        response.headers.set('access-control-allow-origin', origin)
      }
      entry.tally[response.status === 304 ? 304 : 200] += 1
      log.debug({ route, status: response.status }, 'cached reply')
      // Default headers of other plugins would make Elysia copy the reply, which has all of them.
      set.headers = {}
      return response
    }),

    /** Sends the reply of `find` and serves the same URL, which the route has accepted, from now on. */
    async send(
      { request, route, headers = apiHeaders, isOneOfMany = false }: Target,
      find: FindReply,
    ): Promise<Response> {
      const reply = await find()
      const respond = responder(reply, headers)
      const among = isOneOfMany ? manyEntries : entries
      among.set(keyOf(request), { route, tally: tallyOf(route), headers, find, reply, respond })
      return respond(request)
    },
  }
}
