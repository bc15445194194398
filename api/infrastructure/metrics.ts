import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type MaybePromise<Value> = Value | Promise<Value>

/** Prometheus metrics of this instance. */
export interface Metrics {
  registry: Registry
  requests: Counter<'route' | 'status'>
  latency: Histogram<'route'>
  /** Writes by method and route, outcome (done, refused, failed) and error code. */
  writes: Counter<'write' | 'outcome' | 'code'>
  limited: Counter<'action'>
  cachedReplies: Counter<'route'>
  cacheRebuilds: Counter<'route'>
  events: Counter<'name' | 'locale' | 'platform'>
  /** Registers a gauge that is read at each scrape; null becomes NaN. */
  gauge(name: string, help: string, read: () => MaybePromise<number | null>): void
  /** Registers a counter, named `…_total`, whose value is read at each scrape. */
  total(name: string, help: string, read: () => number): void
}

/** Creates the metrics, including those of the runtime. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Counter({
      name: 'tidemark_http_requests_total',
      help: 'Requests by route and status',
      labelNames: ['route', 'status'],
      registers,
    }),
    latency: new Histogram({
      name: 'tidemark_http_request_seconds',
      help: 'Time to the reply',
      labelNames: ['route'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    writes: new Counter({
      name: 'tidemark_writes_total',
      help: 'Writes by outcome: done, refused (4xx) or failed (5xx), with the error code',
      labelNames: ['write', 'outcome', 'code'],
      registers,
    }),
    limited: new Counter({
      name: 'tidemark_rate_limited_total',
      help: 'Requests refused by a rate limit, by action',
      labelNames: ['action'],
      registers,
    }),
    cachedReplies: new Counter({
      name: 'tidemark_cached_replies_total',
      help: 'Replies sent from the response cache',
      labelNames: ['route'],
      registers,
    }),
    cacheRebuilds: new Counter({
      name: 'tidemark_cache_rebuilds_total',
      help: 'Cached replies that were rebuilt since they were last sent',
      labelNames: ['route'],
      registers,
    }),
    events: new Counter({
      name: 'tidemark_analytics_events_total',
      help: 'Analytics events sent by clients',
      labelNames: ['name', 'locale', 'platform'],
      registers,
    }),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set((await read()) ?? Number.NaN)
        },
      })
    },
    total(name, help, read) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
  }
}
