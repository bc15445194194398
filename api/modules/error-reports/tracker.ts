import { randomBytes } from 'node:crypto'
import { type Clock, within } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { productVersion } from '#api/infrastructure/product-version.ts'
import type { TrackerAddress } from '#api/infrastructure/setting-urls.ts'
import type { ErrorReport } from '#shared/contract/error-reports.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { envelopeOf } from './envelope.ts'
import type { ErrorNotice } from './error-groups.ts'

const TIMEOUT_MS = 5_000
/** Events that wait; further ones are dropped. */
export const QUEUE_MAX = 50

interface TrackedError {
  report: ErrorReport
  notice: ErrorNotice
}

/** Forwards errors to an error tracker. */
export interface Tracker {
  /** Queues an error. Never throws, and waits for nothing. */
  send(error: TrackedError): void
}

interface TrackerDeps {
  address: TrackerAddress
  clock: Clock
  log: Pick<Log, 'warn'>
}

/** Milliseconds for which a tracker asks to be left alone; a minute without a usable Retry-After. */
function pauseOf(reply: Response | null): number {
  const seconds = Number(reply?.headers.get('retry-after') ?? Number.NaN)
  return Math.max(MINUTE_MS, Number.isFinite(seconds) ? seconds * 1000 : 0)
}

/**
 * Posts one event after the other to a tracker with Sentry's protocol. After a failure it drops the
 * queue and pauses, so a tracker that is away costs one request a minute.
 */
export function createTracker({ address, clock, log }: TrackerDeps): Tracker {
  const auth = `Sentry sentry_version=7, sentry_client=tidemark/${productVersion().version}, sentry_key=${address.key}`
  let queue: (TrackedError & { at: number })[] = []
  let isSending = false
  let pausedUntil = 0

  const pause = (reason: string, reply: Response | null = null) => {
    queue = []
    pausedUntil = clock.now() + pauseOf(reply)
    log.warn({ host: new URL(address.url).host, reason }, 'the error tracker took no report')
  }

  const post = async (error: TrackedError & { at: number }) => {
    const abort = new AbortController()
    const eventId = randomBytes(16).toString('hex')
    const posting = fetch(address.url, {
      method: 'POST',
      body: envelopeOf({ ...error, sentAt: clock.now(), eventId }),
      headers: { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': auth },
      // A redirect could lead anywhere.
      redirect: 'manual',
      signal: abort.signal,
    }).then(async (reply) => {
      await reply.body?.cancel()
      return reply
    })
    if (await within(clock, TIMEOUT_MS, posting)) {
      const reply = await posting
      if (!reply.ok) pause(`status ${reply.status}`, reply)
      return
    }
    abort.abort()
    posting.catch(() => {})
    pause('no reply in time')
  }

  const sendQueue = async () => {
    if (isSending) return
    isSending = true
    for (let next = queue.shift(); next; next = queue.shift()) {
      // The error of a connection could quote the address.
      await post(next).catch(() => pause('no connection'))
    }
    isSending = false
  }

  return {
    send(error) {
      const at = clock.now()
      if (at < pausedUntil || queue.length >= QUEUE_MAX) return
      queue.push({ ...error, at })
      sendQueue()
    },
  }
}
