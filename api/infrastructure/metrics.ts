import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type MaybeLater<Value> = Value | Promise<Value>

/** Prometheus metrics of one process. */
export interface Metrics {
  registry: Registry
  requests: Counter<'route' | 'status'>
  latency: Histogram<'route'>
  /** POST and PUT by method and route, how they ended, and the error code (empty when done). */
  writes: Counter<'write' | 'outcome' | 'code'>
  limited: Counter<'action'>
  keptAnswers: Counter<'route'>
  keptRebuilds: Counter<'route'>
  events: Counter<'name' | 'locale' | 'platform'>
  /** Runs `task` before each scrape, to hand in what it has counted by itself. */
  beforeScrape(task: () => void): void
  /** A gauge that is read when it is scraped; null shows as NaN. */
  watch(name: string, help: string, read: () => MaybeLater<number | null>): void
  /** A total that something counts by itself, read when it is scraped. Its name ends in `_total`. */
  watchTotal(name: string, help: string, read: () => number): void
}

/** Makes the metrics, the runtime's own included. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const tasks: (() => void)[] = []
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Counter({
      name: 'tidemark_http_requests_total',
      help: 'Requests by route and status',
      labelNames: ['route', 'status'],
      registers,
      collect() {
        for (const task of tasks) task()
      },
    }),
    latency: new Histogram({
      name: 'tidemark_http_request_seconds',
      help: 'Time to answer',
      labelNames: ['route'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    writes: new Counter({
      name: 'tidemark_writes_total',
      help: 'Calls that write, by how they ended: done, refused (4xx) or failed (5xx), and why',
      labelNames: ['write', 'outcome', 'code'],
      registers,
    }),
    limited: new Counter({
      name: 'tidemark_rate_limited_total',
      help: 'Requests refused because there were too many, by limited action',
      labelNames: ['action'],
      registers,
    }),
    keptAnswers: new Counter({
      name: 'tidemark_kept_answers_total',
      help: 'Replies sent as they were kept, before the routes',
      labelNames: ['route'],
      registers,
    }),
    keptRebuilds: new Counter({
      name: 'tidemark_kept_rebuilds_total',
      help: 'Kept replies that had been made anew since they were last sent',
      labelNames: ['route'],
      registers,
    }),
    events: new Counter({
      name: 'tidemark_analytics_events_total',
      help: 'What people did, as their clients told',
      labelNames: ['name', 'locale', 'platform'],
      registers,
    }),
    beforeScrape: (task) => {
      tasks.push(task)
    },
    watch(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set((await read()) ?? Number.NaN)
        },
      })
    },
    watchTotal(name, help, read) {
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
