import { Elysia } from 'elysia'
import type { CrossOrigin } from './http/reply-headers.ts'
import { withoutRequestHeaders } from './http/shared-cache.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { type PreparedReply, responder } from './prepared-reply.ts'
import type { ReplyCache, ReplySource } from './reply-cache.ts'

/** Replies of a route since the last scrape, by status. */
type Tally = Record<200 | 304, number>

interface Sent {
  route: string
  tally: Tally
  isCrossOrigin: boolean
  respond: ReturnType<typeof responder>
}

interface CachedRepliesDeps<Topic extends string> {
  cache: ReplyCache<Topic>
  /** Headers of every reply of the API. */
  headers: Record<string, string>
  crossOrigin: CrossOrigin
  metrics: Metrics
  log: Log
  /** Key of a request whose address is canonical. */
  keyOf: (request: Request) => string
}

/** A request that its route has accepted, with the parsed query. */
interface Accepted {
  request: Request
  route: string
  path: string
  query: object
  set: { headers: Record<string, unknown> }
}

export type CachedReplies<Topic extends string> = ReturnType<typeof createCachedReplies<Topic>>

/** Address of a request: its path, and by name what its route has understood of its query. */
function addressOf({ request, path, query }: Accepted): string {
  const sent = new URL(request.url).searchParams
  const known = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (sent.has(name)) known.set(name, String(value))
  }
  known.sort()
  return known.size > 0 ? `${path}?${known}` : path
}

/**
 * Sends cached replies before routing, once their route has sent them: no request id, and a log line only
 * at debug. Only for replies that are the same for every client. An address that is not canonical, such as
 * one with parameters in doubt, is sent by its route, from the entry of the canonical one.
 */
export function createCachedReplies<Topic extends string>(deps: CachedRepliesDeps<Topic>) {
  const { cache, headers: apiHeaders, crossOrigin, metrics, log, keyOf } = deps
  const sent = new WeakMap<PreparedReply, Sent>()
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

  const respond = (
    request: Request,
    route: string,
    reply: PreparedReply,
    headers: Record<string, string>,
  ) => {
    let known = sent.get(reply)
    if (!known) {
      const isCrossOrigin = headers === apiHeaders
      known = { route, tally: tallyOf(route), isCrossOrigin, respond: responder(reply, headers) }
      sent.set(reply, known)
      metrics.cacheRebuilds.inc({ route })
    }
    return known.respond(request)
  }

  return {
    /** Must be the first plugin with an onRequest hook, so that nothing else runs for a cached reply. */
    plugin: new Elysia({ name: 'cached-replies' }).onRequest(function lookUp({ request, set }) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
      const reply = cache.peek(keyOf(request))
      const known = reply && sent.get(reply)
      // Otherwise the route builds and sends it, or reports its error.
      if (!known) return undefined
      const response = known.respond(request)
      const origin = request.headers.get('origin')
      if (origin !== null && known.isCrossOrigin && crossOrigin.allows(origin)) {
        response.headers.set('access-control-allow-origin', origin)
      }
      known.tally[response.status === 304 ? 304 : 200] += 1
      log.debug({ route: known.route, status: response.status }, 'cached reply')
      // Default headers of other plugins would make Elysia copy the reply, which has all of them.
      set.headers = {}
      return response
    }),

    /** Sends a reply of the API; `key` is its canonical address when it differs from the request's. */
    async sendApi(
      context: Accepted,
      source: Omit<ReplySource<Topic>, 'key'> & { key?: string },
    ): Promise<Response> {
      const reply = await cache.get({ ...source, key: source.key ?? addressOf(context) })
      const response = respond(context.request, context.route, reply, apiHeaders)
      return withoutRequestHeaders(context, response)
    },

    /** Sends a reply with `headers` instead of the API's; `route` names it in the metrics. */
    async send(
      request: Request,
      { route, headers }: { route: string; headers: Record<string, string> },
      source: ReplySource<Topic>,
    ): Promise<Response> {
      return respond(request, route, await cache.get(source), headers)
    },

    /** The present reply, for a route that sends it itself. */
    get: cache.get,
  }
}
