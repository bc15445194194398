import { ERROR_REPORTS_PATH, SITE_PATH } from '#shared/contract/endpoints.ts'
import type { ErrorReport } from '#shared/contract/error-reports.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { scrubReport } from '#shared/rules/scrub-report.ts'
import { ApiFailure } from './api-failure.ts'
import type { Fetch } from './renewing-fetch.ts'

/** Different errors that one page, or one run of the app, reports. */
const REPORTS_MAX = 5
/** The server takes 8 kB. */
const BODY_MAX = 8_000
/** Characters of a stack that fit in any script. */
const STACK_MIN = 1_000

interface OccurredError {
  kind: ErrorReport['kind']
  error: Error
  /** Route pattern of the page. */
  route: string
}

/** Reports an error once. Never rejects. */
export type ReportError = (occurred: OccurredError) => Promise<void>

interface ErrorReporterDeps {
  fetch: Fetch
  apiOrigin: string
  platform: ErrorReport['platform']
  version: string
  locale: () => Locale
  /** Origin of own scripts; errors of other origins' are ignored. Null: every script is an own one. */
  scriptOrigin: string | null
}

/** Refusals of the server are in its own log; cancellations are no errors. */
const isExpected = (error: Error) => error instanceof ApiFailure || error.name === 'AbortError'

/** Whether the innermost script of the stack is of another origin: an extension or a sign-in button. */
function isForeign(stack: string, own: string | null): boolean {
  const [origin] = /[a-z-]+:\/\/[^/\s]*/i.exec(stack) ?? []
  return own !== null && origin !== undefined && origin !== own
}

/** Whether the server wants reports. One of an earlier version, which has no such setting, does not. */
async function isWanted(fetch: Fetch, apiOrigin: string): Promise<boolean> {
  const reply = await fetch(apiOrigin + SITE_PATH, {})
  const site: unknown = await reply.json()
  return (
    typeof site === 'object' &&
    site !== null &&
    'clientErrors' in site &&
    site.clientErrors === true
  )
}

function bodyOf(report: ErrorReport): string {
  const body = JSON.stringify({ reports: [report] })
  if (new TextEncoder().encode(body).length <= BODY_MAX) return body
  return JSON.stringify({ reports: [{ ...report, stack: report.stack.slice(0, STACK_MIN) }] })
}

/** Sends scrubbed errors to the server, if it wants them. */
export function createErrorReporter(deps: ErrorReporterDeps): ReportError {
  const { fetch, apiOrigin, platform, version, locale, scriptOrigin } = deps
  const reported = new Set<string>()
  let wanted: boolean | undefined

  return async ({ kind, error, route }) => {
    if (isExpected(error)) return
    const { name, message, stack = '' } = error
    const texts = scrubReport({ name, message, stack })
    if (isForeign(texts.stack, scriptOrigin)) return
    const key = JSON.stringify(texts)
    if (reported.has(key) || reported.size >= REPORTS_MAX) return
    reported.add(key)
    try {
      wanted ??= await isWanted(fetch, apiOrigin)
      if (!wanted) return
      await fetch(apiOrigin + ERROR_REPORTS_PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: bodyOf({ kind, ...texts, route, platform, version, locale: locale() }),
        keepalive: true,
      })
    } catch {
      // A report that fails is not reported.
    }
  }
}
