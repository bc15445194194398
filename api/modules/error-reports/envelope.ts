import type { ErrorReport } from '#shared/contract/error-reports.ts'
import type { ErrorNotice } from './error-groups.ts'
import { parseFrames } from './stack-frames.ts'

interface EnvelopeOptions {
  report: ErrorReport
  notice: ErrorNotice
  /** Time of the report and of sending it, epoch milliseconds. */
  at: number
  sentAt: number
  /** 32 hexadecimal digits. */
  eventId: string
}

/** The event of a report in Sentry's format: no user, request or server name. */
function eventOf({ report, notice, at, eventId }: EnvelopeOptions): object {
  const { kind, name, message, stack, route, platform, version, locale } = report
  const frames = parseFrames(stack).reverse()
  return {
    event_id: eventId,
    timestamp: at / 1000,
    platform: 'javascript',
    level: kind === 'crash' ? 'fatal' : 'error',
    logger: 'tidemark',
    release: `tidemark@${version}`,
    transaction: route,
    fingerprint: [notice.fingerprint],
    tags: { platform, kind, ...(locale && { locale }) },
    extra: { reports: notice.count, ...(frames.length === 0 && stack && { stack }) },
    exception: {
      values: [
        {
          type: name,
          value: message,
          mechanism: { type: kind, handled: kind === 'render' },
          // Oldest first.
          ...(frames.length > 0 && {
            stacktrace: { frames: frames.map((frame) => ({ ...frame, in_app: true })) },
          }),
        },
      ],
    },
  }
}

/** An envelope with one event: lines of its header, of the item's header and of the event. */
export function envelopeOf(options: EnvelopeOptions): string {
  const { eventId, sentAt } = options
  const payload = JSON.stringify(eventOf(options))
  const header = { event_id: eventId, sent_at: new Date(sentAt).toISOString() }
  const item = {
    type: 'event',
    length: Buffer.byteLength(payload),
    content_type: 'application/json',
  }
  return `${JSON.stringify(header)}\n${JSON.stringify(item)}\n${payload}\n`
}
