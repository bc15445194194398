import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { PublicPage } from './public-pages.ts'
import { PagesBusyError } from './render-limit.ts'

/** Readers can cause as many fall-backs as they like, but no more lines than one a page and reason. */
const LOG_EVERY_MS = 60_000

/** The API knows nothing at the address of a page. */
export class PageMissingError extends Error {
  override readonly name = 'PageMissingError'
}

interface PageFallbacksDeps {
  clock: Pick<Clock, 'now'>
  log: Pick<Log, 'warn' | 'error'>
  metrics: Pick<Metrics, 'pageFallbacks'>
}

/** A page that could not be rendered. */
interface UnrenderedPage extends Pick<PublicPage, 'name'> {
  /** Its address needs no data to exist: neither a parameter nor a query. */
  isFixed: boolean
}

/** Counts and logs pages in whose place readers get the plain page, which the browser renders. */
export function createPageFallbacks({ clock, log, metrics }: PageFallbacksDeps) {
  const loggedAt = new Map<string, number>()

  const isDue = (key: string) => {
    const now = clock.now()
    if (now - (loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return false
    loggedAt.set(key, now)
    return true
  }

  return {
    /** Returns the status of the plain page: 404 for an address without a page, which is no fall-back. */
    statusFor({ name, isFixed }: UnrenderedPage, error: unknown): 200 | 404 {
      const isMissing = error instanceof PageMissingError
      if (isMissing && !isFixed) return 404
      const isBusy = error instanceof PagesBusyError
      const reason = isMissing ? 'missing' : isBusy ? 'busy' : 'failed'
      metrics.pageFallbacks.inc({ reason })
      if (!isDue(`${name} ${reason}`)) return 200
      if (reason === 'failed') log.error({ err: error, page: name }, 'a page could not be rendered')
      else log.warn({ page: name, reason }, 'a page was sent without its content')
      return 200
    },
  }
}
