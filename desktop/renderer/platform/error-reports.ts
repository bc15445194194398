import { whenIdle } from '#desktop/renderer/components/use-idle-module.ts'
import type { ReportError } from '#desktop/shared/report-error.ts'
import type { ErrorKind } from '#shared/contract/error-reports.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { Analytics } from './analytics.ts'
import type { Platform } from './platform.ts'

/** Errors of a page that are looked at; one in every frame must not fill the memory. */
const SEEN_MAX = 50

export interface ErrorReports {
  /** Reports an error to the server when the page is idle. */
  report(kind: ErrorKind, error: unknown): void
}

interface ErrorReportsDeps {
  platform: Pick<Platform, 'apiOrigin' | 'kind'>
  analytics: Pick<Analytics, 'isAllowed'>
  locale: () => Locale
  /** Route pattern of the page, never a path with an id. */
  route: () => string
}

/** Reports uncaught errors of this page. What reports them is loaded with the first one. */
export function createErrorReports(deps: ErrorReportsDeps): ErrorReports {
  const { platform, analytics, locale, route } = deps
  let seen = 0
  let reporter: Promise<ReportError> | undefined

  const load = async () => {
    const { createErrorReporter } = await import('#desktop/shared/report-error.ts')
    const { kind, apiOrigin } = platform
    return createErrorReporter({
      fetch: (url, init) => fetch(url, init),
      apiOrigin,
      platform: kind,
      version: __VERSION__,
      locale,
      scriptOrigin: location.origin,
    })
  }

  const report = (kind: ErrorKind, error: unknown) => {
    // Scripts of other origins and ResizeObserver report no Error.
    if (!(error instanceof Error) || !analytics.isAllowed() || seen++ >= SEEN_MAX) return
    const occurred = { kind, error, route: route() }
    whenIdle(() => {
      reporter ??= load()
      reporter.then(
        (send) => send(occurred),
        () => {
          reporter = undefined
        },
      )
    })
  }
  window.addEventListener('error', ({ error }) => report('error', error))
  window.addEventListener('unhandledrejection', ({ reason }) => report('rejection', reason))
  return { report }
}
