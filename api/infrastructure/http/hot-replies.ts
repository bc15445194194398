import type { Log } from '#api/infrastructure/log.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { FindReply } from './answer-kept.ts'
import type { PreparedReply } from './prepared-reply.ts'

/** Addresses known at once. Clients ask for a dozen; whoever invents more only slows itself down. */
const KNOWN_MAX = 256

interface Tally {
  route: string
  full: number
  unchanged: number
  /** Times that the reply had been made anew since it was last answered. */
  anew: number
}

interface HotReply {
  find: FindReply
  /** What was found last, and the same with the headers of every reply. */
  found: PreparedReply | null
  dressed: PreparedReply | null
  tally: Tally
}

export interface HotReplies {
  /** Answers a GET or HEAD of an address that a route has answered before; null for any other. */
  answer(request: Request): Response | Promise<Response> | null
  /** Takes over the address of `request`, which `route` has just answered by `find`. */
  learn(request: Request, route: string, find: FindReply): void
}

/**
 * Answers kept replies by their whole address, before anything else looks at the request: no
 * routing, no request id, a log line only at debug. `headers` are those that the way through the
 * routes adds to every reply; `allows` says which origins may read it.
 */
export function createHotReplies(parts: {
  headers: Record<string, string>
  allows: (origin: string) => boolean
  metrics: Metrics
  log: Log
}): HotReplies {
  const { headers, allows, metrics, log } = parts
  const known = new Map<string, HotReply>()
  const tallies = new Map<string, Tally>()

  metrics.beforeScrape(() => {
    for (const tally of tallies.values()) {
      metrics.requests.inc({ route: tally.route, status: '200' }, tally.full)
      metrics.requests.inc({ route: tally.route, status: '304' }, tally.unchanged)
      metrics.keptAnswers.inc({ route: tally.route }, tally.full + tally.unchanged)
      metrics.keptRebuilds.inc({ route: tally.route }, tally.anew)
      tally.full = 0
      tally.unchanged = 0
      tally.anew = 0
    }
  })

  const send = (hot: HotReply, found: PreparedReply, request: Request): Response => {
    if (hot.dressed === null || hot.found !== found) {
      hot.found = found
      hot.dressed = found.dressed(headers)
      hot.tally.anew++
    }
    const response = hot.dressed.respond(request)
    const origin = request.headers.get('origin')
    if (origin !== null && allows(origin)) {
      response.headers.set('access-control-allow-origin', origin)
    }
    if (response.status === 304) hot.tally.unchanged++
    else hot.tally.full++
    log.debug({ route: hot.tally.route, status: response.status }, 'kept reply')
    return response
  }

  return {
    answer(request) {
      const hot = known.get(request.url)
      if (!hot || (request.method !== 'GET' && request.method !== 'HEAD')) return null
      const found = hot.find()
      if (found instanceof Promise) return found.then((reply) => send(hot, reply, request))
      return send(hot, found, request)
    },
    learn(request, route, find) {
      if (known.size >= KNOWN_MAX) known.clear()
      const tally = tallies.get(route) ?? { route, full: 0, unchanged: 0, anew: 0 }
      tallies.set(route, tally)
      known.set(request.url, { find, found: null, dressed: null, tally })
    },
  }
}
