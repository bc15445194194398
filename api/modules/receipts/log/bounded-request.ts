import { type Clock, within } from '#api/infrastructure/clock.ts'

/** Sends a request; the global `fetch`, or one through the outgoing proxy. */
export type LogFetch = (url: string, init: RequestInit) => Promise<Response>

export interface RequestDeps {
  fetch: LogFetch
  clock: Clock
}

/** A whole reply, or in one line why there is none. */
export type Reply =
  | { status: number; contentType: string; body: Uint8Array }
  | { failure: 'no reply in time' | 'no connection' | 'reply too large' }

export const REQUEST_TIMEOUT_MS = 10_000

/** Reads at most `limit` bytes; null for a longer body. */
async function readBody({ body }: Response, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Sends a request to a server of others: ends after 10 s, reads at most `limit` bytes, and returns a redirect
 * as it is, since it could lead anywhere. Never rejects.
 */
export async function boundedRequest(
  { fetch, clock }: RequestDeps,
  url: string,
  { limit, ...init }: Pick<RequestInit, 'method' | 'headers' | 'body'> & { limit: number },
): Promise<Reply> {
  const abort = new AbortController()
  const send = async (): Promise<Reply> => {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: abort.signal })
    const { status, headers } = response
    const body = await readBody(response, limit)
    if (body === null) return { failure: 'reply too large' }
    return { status, contentType: headers.get('content-type') ?? '', body }
  }
  const sending = send().catch((): Reply => ({ failure: 'no connection' }))
  try {
    const isInTime = await within(clock, REQUEST_TIMEOUT_MS, sending)
    return isInTime ? await sending : { failure: 'no reply in time' }
  } finally {
    abort.abort()
  }
}
