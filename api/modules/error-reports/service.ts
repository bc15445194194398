import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import { ERROR_KINDS, type ErrorReport } from '#shared/contract/error-reports.ts'
import { scrubReport } from '#shared/rules/scrub-report.ts'
import { createErrorGroups } from './error-groups.ts'
import type { Tracker } from './tracker.ts'

export interface ErrorReportsService {
  /** Counts a report, and logs and forwards it if it is due. */
  record(report: ErrorReport): void
}

interface ErrorReportsDeps {
  metrics: Pick<Metrics, 'clientErrors'>
  log: Pick<Log, 'warn'>
  clock: Clock
  /** Null without an error tracker. */
  tracker: Tracker | null
}

/** Collects the errors of clients, in memory only. Clients scrub them; a foreign client may not. */
export function createErrorReportsService(deps: ErrorReportsDeps): ErrorReportsService {
  const { metrics, log, clock, tracker } = deps
  const groups = createErrorGroups(clock)
  // A series that begins with its first count shows no increase.
  for (const platform of ['web', 'desktop']) {
    for (const kind of ERROR_KINDS) metrics.clientErrors.inc({ platform, kind }, 0)
  }
  return {
    record(received) {
      const report = { ...received, ...scrubReport(received) }
      metrics.clientErrors.inc({ platform: report.platform, kind: report.kind })
      const notice = groups.add(report)
      if (!notice) return
      log.warn({ ...notice, clientError: report }, 'an error of a client')
      tracker?.send({ report, notice })
    },
  }
}
