import webPush from 'web-push'
import { type Clock, within } from '#api/infrastructure/clock.ts'
import type { Subscription } from './subscription.ts'
import type { VapidKey } from './vapid-key.ts'

/** A message before encryption. */
export interface PushMessage {
  /** JSON text of at most 3,992 bytes: RFC 8291 guarantees 4,096 with its overhead. */
  payload: string
  /** Seconds for which the push service keeps it for a device that is off. */
  ttlSeconds: number
  /** Replaces an earlier, undelivered message with the same topic; base64url, at most 32 characters. */
  topic: string
}

/** Reply of the push service. `gone`: the subscription has ended. */
export type PushResult =
  | { result: 'sent' }
  | { result: 'gone' }
  /** Not accepted for now; `afterMs` as the service asks, if it does. */
  | { result: 'later'; afterMs: number | null }
  /** Never accepted as it is, or not known to be. */
  | { result: 'failed'; reason: string }

export type SendPush = (to: Subscription, message: PushMessage) => Promise<PushResult>

/** Posts a message to a push service. */
export type PushFetch = (endpoint: string, init: RequestInit) => Promise<Response>

interface SendPushDeps {
  key: VapidKey
  clock: Clock
  fetch: PushFetch
}

const TIMEOUT_MS = 10_000

/** `Retry-After` as seconds or a date (RFC 9110); null without a usable one. */
function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

function resultOf({ status, headers }: Response, now: number): PushResult {
  if (status >= 200 && status < 300) return { result: 'sent' }
  if (status === 404 || status === 410) return { result: 'gone' }
  if (status === 429 || status === 503) {
    return { result: 'later', afterMs: retryAfterMs(headers.get('retry-after'), now) }
  }
  return { result: 'failed', reason: `status ${status}` }
}

/**
 * Encrypts messages for browsers (RFC 8291) and posts them to their push services (RFC 8030). Never
 * rejects. A lost reply counts as failed: the service may have accepted the message.
 */
export function createSendPush({ key, clock, fetch }: SendPushDeps): SendPush {
  return async ({ endpoint, p256dh, auth }, { payload, ttlSeconds, topic }) => {
    let body: Uint8Array<ArrayBuffer>
    try {
      body = Uint8Array.from(webPush.encrypt(p256dh, auth, payload, 'aes128gcm').cipherText)
    } catch {
      return { result: 'gone' }
    }
    const abort = new AbortController()
    const post = async (): Promise<PushResult> => {
      const reply = await fetch(endpoint, {
        method: 'POST',
        body,
        // A redirect could lead anywhere.
        redirect: 'manual',
        signal: abort.signal,
        headers: {
          authorization: await key.authorization(new URL(endpoint).origin, clock.now()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(ttlSeconds),
          urgency: 'normal',
          topic,
        },
      })
      await reply.body?.cancel()
      return resultOf(reply, clock.now())
    }
    try {
      const posting = post()
      if (await within(clock, TIMEOUT_MS, posting)) return await posting
    } catch (error) {
      return { result: 'failed', reason: error instanceof Error ? error.message : 'no connection' }
    }
    abort.abort()
    return { result: 'failed', reason: 'no reply in time' }
  }
}
