import { MAX_TIMESTAMP_BYTES, parseTimestamp } from '#shared/rules/log/opentimestamps.ts'
import { attestationsOf, type Timestamp } from '#shared/rules/log/timestamp.ts'
import { HASH_BYTES } from '#shared/rules/merkle.ts'
import { boundedRequest, type Reply, type RequestDeps } from './bounded-request.ts'

type Failed = { result: 'failed'; reason: string }

/** `accepted`: the calendar has promised to timestamp the digest. */
export type SubmitReply = { result: 'accepted'; timestamp: Timestamp } | Failed

/** `upgraded`: the timestamp of the commitment leads to a block of Bitcoin. `pending`: not yet. */
export type UpgradeReply =
  | { result: 'upgraded'; timestamp: Timestamp }
  | { result: 'pending' }
  | Failed

const ACCEPT = 'application/vnd.opentimestamps.v1'

/** The timestamp of a reply; in one line why it has none. */
function readTimestamp(reply: Reply, message: Uint8Array): Timestamp | string {
  if ('failure' in reply) return reply.failure
  if (reply.status !== 200) return `status ${reply.status}`
  return parseTimestamp(reply.body, message) ?? 'not a timestamp'
}

const withoutSlashes = (address: string) => address.replace(/\/+$/, '')

/** The messages that `calendar` has promised to timestamp: its upgrades are asked for by them. */
export const commitmentsOf = (timestamp: Timestamp, calendar: string): Uint8Array[] =>
  attestationsOf(timestamp).flatMap(({ message, attestation }) =>
    attestation.kind === 'pending' && withoutSlashes(attestation.uri) === calendar ? [message] : [],
  )

/** Whether a timestamp has an attestation of Bitcoin, which is always about a root of 32 bytes. */
export const isInBitcoin = (timestamp: Timestamp): boolean =>
  attestationsOf(timestamp).some(
    ({ message, attestation }) => attestation.kind === 'bitcoin' && message.length === HASH_BYTES,
  )

/** Calendars of OpenTimestamps by their addresses, without slashes at the end. */
export interface CalendarClient {
  /**
   * Submits a SHA-256 digest. A reply that names another calendar fails, so that an upgrade is only ever
   * asked of an address from the settings.
   */
  submit(calendar: string, digest: Uint8Array): Promise<SubmitReply>
  /** Asks for the timestamp of a commitment, which takes hours. */
  upgrade(calendar: string, commitment: Uint8Array): Promise<UpgradeReply>
}

/** Creates a client of calendars. Requests end after 10 s and never reject. */
export function createCalendarClient(deps: RequestDeps): CalendarClient {
  const headers = { accept: ACCEPT }
  return {
    async submit(calendar, digest) {
      const reply = await boundedRequest(deps, `${calendar}/digest`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: Uint8Array.from(digest),
        limit: MAX_TIMESTAMP_BYTES,
      })
      const timestamp = readTimestamp(reply, digest)
      if (typeof timestamp === 'string') return { result: 'failed', reason: timestamp }
      if (commitmentsOf(timestamp, calendar).length === 0) {
        return { result: 'failed', reason: 'no promise of this calendar' }
      }
      return { result: 'accepted', timestamp }
    },

    async upgrade(calendar, commitment) {
      const path = `${calendar}/timestamp/${Buffer.from(commitment).toString('hex')}`
      const reply = await boundedRequest(deps, path, { headers, limit: MAX_TIMESTAMP_BYTES })
      if ('status' in reply && reply.status === 404) return { result: 'pending' }
      const timestamp = readTimestamp(reply, commitment)
      if (typeof timestamp === 'string') return { result: 'failed', reason: timestamp }
      return isInBitcoin(timestamp) ? { result: 'upgraded', timestamp } : { result: 'pending' }
    },
  }
}
