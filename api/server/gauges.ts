import { Gauge, Histogram } from 'prom-client'
import type { EventBusStats } from '#api/infrastructure/bus/event-bus.ts'
import type { PoolStats } from '#api/infrastructure/database/database.ts'
import { readLastBackup } from '#api/infrastructure/database/last-backup.ts'
import type { Health } from '#api/infrastructure/health.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import { productVersion } from '#api/infrastructure/product-version.ts'
import { registerMarket } from '#api/market/metrics.ts'
import type { Accounts } from '#api/modules/account/accounts.ts'
import type { Alerts } from '#api/modules/alerts/create-alerts.ts'
import { registerLevels } from '#api/modules/alerts/metrics.ts'
import type { ViewCounter } from '#api/modules/content/views/view-counter.ts'
import type { CaseStore } from '#api/modules/moderation/case-store.ts'
import { registerModeration } from '#api/modules/moderation/metrics.ts'
import type { Notifications } from '#api/modules/notifications/create-notifications.ts'
import { registerNotifications } from '#api/modules/notifications/metrics.ts'
import type { Cosigning } from '#api/modules/receipts/log/cosigning.ts'
import { registerLog } from '#api/modules/receipts/log/metrics.ts'
import type { Timestamping } from '#api/modules/receipts/log/timestamping.ts'
import type { RoundStore } from '#api/modules/rounds/store.ts'
import type { Sweeper } from '#api/modules/rounds/sweeper.ts'
import type { ConnectionLimit } from '#api/modules/stream/connection-limit.ts'
import type { Stream } from '#api/modules/stream/stream.ts'
import type { SummaryService } from '#api/modules/summary/service.ts'
import type { Infrastructure } from './infrastructure.ts'

interface MeasuredServices {
  sweeper: Pick<Sweeper, 'stats' | 'onSettled'>
  roundStore: Pick<RoundStore, 'newestSettlement'>
  views: Pick<ViewCounter, 'stats'>
  notifications: Pick<
    Notifications,
    'fanout' | 'briefs' | 'threadNotices' | 'pusher' | 'deliveries'
  >
  alerts: Pick<Alerts, 'levels' | 'flips' | 'worths'>
  cosigning: Pick<Cosigning, 'stats' | 'forks'>
  timestamping: Pick<Timestamping, 'stats'>
  moderation: { cases: Pick<CaseStore, 'waiting'> }
  summary: Pick<SummaryService, 'current'>
  accounts: Pick<Accounts, 'stats'>
}

interface GaugesDeps {
  infrastructure: Infrastructure
  services: MeasuredServices
  connections: ConnectionLimit
  stream: Pick<Stream, 'stats'>
  health: Health
}

/**
 * Registers the metrics that are read at each scrape. docs/OPERATIONS.md must list every name, which a
 * test checks.
 */
export function registerGauges(metrics: Metrics, deps: GaugesDeps): void {
  registerHealth(metrics, deps)
  registerMarket(metrics, deps.infrastructure.market)
  registerRounds(metrics, deps)
  registerAccounts(metrics, deps)
  registerWriters(metrics, deps)
  registerNotifications(metrics, deps.services, deps.infrastructure.clock)
  registerLevels(metrics, deps.services.alerts.levels)
  registerModeration(metrics, deps.services.moderation.cases, deps.infrastructure.clock)
  registerLog(metrics, deps.services.cosigning, deps.services.timestamping)
  registerBackups(metrics, deps)
  registerDatabase(metrics, deps)
  registerInstances(metrics, deps)
  registerStream(metrics, deps)
  registerTracing(metrics, deps)
}

function registerHealth({ registry, gauge }: Metrics, { health }: GaugesDeps): void {
  gauge('tidemark_ready', '1 while every check of /readyz passes, else 0', async () =>
    Number((await health.failing()).length === 0),
  )
  new Gauge({
    name: 'tidemark_build_info',
    help: 'Always 1; its labels are the version and commit of Tidemark, and the version of Bun',
    labelNames: ['version', 'commit', 'bun'],
    registers: [registry],
  }).set({ ...productVersion(), bun: Bun.version }, 1)
}

function registerRounds(metrics: Metrics, { infrastructure, services }: GaugesDeps): void {
  const { clock, jobLock } = infrastructure
  const { sweeper, roundStore, summary } = services
  metrics.gauge('tidemark_live_votes', 'Votes of the live round', async () => {
    const now = await summary.current().catch(() => null)
    return now && Object.values(now.target2.votes).reduce((sum, count) => sum + count, 0)
  })
  metrics.gauge(
    'tidemark_rounds_waiting',
    'Rounds without a due price, as of the last sweep, in the instance that sweeps',
    () => (jobLock.isHeld() ? sweeper.stats().waiting : null),
  )
  metrics.total(
    'tidemark_sweep_failures_total',
    'Failed sweeps; each is retried',
    () => sweeper.stats().failures,
  )
  metrics.gauge(
    'tidemark_sweep_age_seconds',
    'Time since the last successful sweep, in the instance that sweeps',
    () => {
      const { lastSweepAt } = sweeper.stats()
      return lastSweepAt === null || !jobLock.isHeld() ? null : (clock.now() - lastSweepAt) / 1000
    },
  )
  // Read from the database, so that instances agree and restarts do not reset it.
  metrics.gauge(
    'tidemark_settlement_last_lateness_seconds',
    'From the target of the last settled round to its settlement',
    async () => {
      const last = await roundStore.newestSettlement().catch(() => null)
      return last && (last.settledAt - last.targetDate) / 1000
    },
  )
  const registers = [metrics.registry]
  const lateness = new Histogram({
    name: 'tidemark_settlement_lateness_seconds',
    help: 'From the target of a round to its settlement by this instance',
    buckets: [1, 5, 15, 60, 300, 1_800, 10_800, 86_400],
    registers,
  })
  const duration = new Histogram({
    name: 'tidemark_settlement_duration_seconds',
    help: 'Time to write the settlement of a round',
    buckets: [0.01, 0.05, 0.25, 1, 5, 20, 60],
    registers,
  })
  sweeper.onSettled(({ lateMs, tookMs }) => {
    lateness.observe(lateMs / 1000)
    duration.observe(tookMs / 1000)
  })
}

/** Writes without a request: batched views and candles. */
function registerAccounts({ total }: Metrics, { services: { accounts } }: GaugesDeps): void {
  total(
    'tidemark_sign_ups_total',
    'Accounts created by this instance',
    () => accounts.stats().created,
  )
}

function registerWriters({ total }: Metrics, { infrastructure, services }: GaugesDeps): void {
  const { views } = services
  total(
    'tidemark_view_write_failures_total',
    'Failed writes of views',
    () => views.stats().failures,
  )
  total('tidemark_views_lost_total', 'Views that were never counted', () => views.stats().lost)
  total(
    'tidemark_candle_write_failures_total',
    'Failed writes of candles; each is retried',
    () => infrastructure.market.stats().storeFailures,
  )
}

/** Backups of PostgreSQL; NaN before the first, and with the embedded database. */
function registerBackups({ gauge }: Metrics, { infrastructure }: GaugesDeps): void {
  const { clock, database } = infrastructure
  gauge(
    'tidemark_backup_age_seconds',
    'Time since the last backup by npm run backup; NaN without one',
    async () => {
      const at = await readLastBackup(database).catch(() => null)
      return at && (clock.now() - at) / 1000
    },
  )
}

/** Connections to PostgreSQL; NaN with the embedded database. */
function registerDatabase({ gauge }: Metrics, { infrastructure }: GaugesDeps): void {
  const { database } = infrastructure
  const connections = (name: string, help: string, read: (stats: PoolStats) => number) =>
    gauge(`tidemark_database_connections${name}`, help, () => {
      const stats = database.pool()
      return stats && read(stats)
    })
  connections('', 'Open connections to the database', ({ open }) => open)
  connections('_idle', 'Open connections that are not in use', ({ idle }) => idle)
  connections('_waiting', 'Statements waiting for a connection', ({ waiting }) => waiting)
  connections('_max', 'Maximum number of open connections', ({ max }) => max)
}

/** Event bus and job lock between instances; NaN and 0 with the embedded database. */
function registerInstances({ gauge, total }: Metrics, { infrastructure }: GaugesDeps): void {
  const { bus, jobLock } = infrastructure
  const events = (name: string, help: string, read: (stats: EventBusStats) => number) =>
    total(`tidemark_bus_${name}_total`, help, () => {
      const stats = bus.stats()
      return stats === null ? 0 : read(stats)
    })
  gauge('tidemark_bus_connected', '1 while events of other instances are received', () => {
    const stats = bus.stats()
    return stats && Number(stats.isConnected)
  })
  events('sent', 'Events sent to other instances', ({ sent }) => sent)
  events('received', 'Events received from other instances', ({ received }) => received)
  events('invalidations', 'Invalidations of all caches', ({ invalidations }) => invalidations)
  events(
    'rejected',
    'Messages that were not authentic or no valid event',
    ({ rejected }) => rejected,
  )
  gauge('tidemark_job_lock_held', '1 in the instance that runs feed and scheduled jobs', () =>
    Number(jobLock.isHeld()),
  )
}

function registerStream({ gauge, total }: Metrics, { connections, stream }: GaugesDeps): void {
  gauge('tidemark_stream_listeners', 'Open live streams', connections.size)
  gauge(
    'tidemark_stream_slow_listeners',
    'Live streams with unsent data',
    () => stream.stats().slow,
  )
  total(
    'tidemark_stream_messages_total',
    'Messages published to all live streams',
    () => stream.stats().messages,
  )
  total(
    'tidemark_stream_refused_total',
    'Live streams refused because of a limit',
    () => stream.stats().refused,
  )
  total(
    'tidemark_stream_broken_total',
    'Live streams that ended without a close frame, slow readers included',
    () => stream.stats().broken,
  )
}

/** Exported spans; 0 while tracing is off. */
function registerTracing({ total }: Metrics, { infrastructure }: GaugesDeps): void {
  const { tracing } = infrastructure
  total(
    'tidemark_trace_spans_sent_total',
    'Spans accepted by the collector',
    () => tracing?.stats().sent ?? 0,
  )
  total(
    'tidemark_trace_spans_lost_total',
    'Spans that could not be exported',
    () => tracing?.stats().lost ?? 0,
  )
}
