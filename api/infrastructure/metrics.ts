import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type MaybePromise<Value> = Value | Promise<Value>

/** Prometheus metrics of this instance. */
export interface Metrics {
  registry: Registry
  requests: Counter<'route' | 'status'>
  latency: Histogram<'route'>
  /** Writes by method and route, outcome (done, refused, failed) and error code. */
  writes: Counter<'write' | 'outcome' | 'code'>
  limited: Counter<'action' | 'by'>
  /** Sign-ins whose code the server exchanges. */
  signIns: Counter<'provider' | 'outcome'>
  cachedReplies: Counter<'route'>
  cacheRebuilds: Counter<'route'>
  events: Counter<'name' | 'locale' | 'platform'>
  /** Errors that clients reported. */
  clientErrors: Counter<'platform' | 'kind'>
  /** Pages sent without their content: missing in the API, failed, or too many at once. */
  pageFallbacks: Counter<'reason'>
  /** Calls `add` before each scrape, for counts that are too frequent to hash their labels each time. */
  onScrape(add: () => void): void
  /** Registers a gauge that is read at each scrape; null becomes NaN. */
  gauge(name: string, help: string, read: () => MaybePromise<number | null>): void
  /** Registers a counter, named `…_total`, whose value is read at each scrape. */
  total(name: string, help: string, read: () => number): void
}

/** Metrics of the runtime, of which a process has one set. */
let runtime: Registry | undefined

function createRuntimeMetrics(): Registry {
  const register = new Registry()
  collectDefaultMetrics({ register })
  // Spaces of V8, which Bun does not have; each scrape would walk the whole heap for them.
  for (const size of ['total', 'used', 'available']) {
    register.removeSingleMetric(`nodejs_heap_space_size_${size}_bytes`)
  }
  return register
}

/** Creates the metrics, including those of the runtime. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  runtime ??= createRuntimeMetrics()
  for (const { name } of runtime.getMetricsAsArray()) {
    const metric = runtime.getSingleMetric(name)
    if (metric) registry.registerMetric(metric)
  }
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `tidemark_${name}`, help, labelNames, registers })
  const scrapes: (() => void)[] = []
  const pageFallbacks = counter(
    'page_fallbacks_total',
    'Public pages that were sent without their content, by reason: missing, failed or busy',
    'reason',
  )
  // A series that begins with its first count shows no increase.
  for (const reason of ['missing', 'failed', 'busy']) pageFallbacks.inc({ reason }, 0)
  return {
    registry,
    // Registered before the other counters that `onScrape` adds to.
    requests: new Counter({
      name: 'tidemark_http_requests_total',
      help: 'Requests by route and status',
      labelNames: ['route', 'status'],
      registers,
      collect: () => {
        for (const add of scrapes) add()
      },
    }),
    latency: new Histogram({
      name: 'tidemark_http_request_seconds',
      help: 'Time to the reply',
      labelNames: ['route'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    writes: counter(
      'writes_total',
      'Writes by outcome: done, refused (4xx) or failed (5xx), with the error code',
      'write',
      'outcome',
      'code',
    ),
    limited: counter(
      'rate_limited_total',
      'Requests refused by a rate limit, by action and whose quota: user or address',
      'action',
      'by',
    ),
    signIns: counter(
      'sign_ins_total',
      'Sign-ins through the server by provider and outcome: done, cancelled, refused, misconfigured, unavailable',
      'provider',
      'outcome',
    ),
    cachedReplies: counter('cached_replies_total', 'Replies sent from the response cache', 'route'),
    cacheRebuilds: counter(
      'cache_rebuilds_total',
      'Cached replies that were rebuilt since they were last sent',
      'route',
    ),
    events: counter(
      'analytics_events_total',
      'Analytics events sent by clients',
      'name',
      'locale',
      'platform',
    ),
    clientErrors: counter(
      'client_errors_total',
      'Errors that clients reported, by platform and kind',
      'platform',
      'kind',
    ),
    pageFallbacks,
    onScrape(add) {
      scrapes.push(add)
    },
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

/** Shares one reading between the gauges of a scrape, which are read at the same time; null when it fails. */
export function readOnceAScrape<Stats>(read: () => Promise<Stats>): () => Promise<Stats | null> {
  let reading: Promise<Stats | null> | null = null
  return () => {
    reading ??= read()
      .catch(() => null)
      .finally(() => {
        reading = null
      })
    return reading
  }
}
