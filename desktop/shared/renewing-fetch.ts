/** The part of `fetch` in use; Electron's `net.fetch` and the global one both match. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** The session that requests are sent for. */
export interface RenewableSession {
  /** The current access token; null for a guest, and before a stored session was renewed. */
  accessToken(): string | null
  /** Whose session it is, compared by identity; null for a guest. A renewal does not change it. */
  owner(): unknown
  /** Renews the session after `used` was refused, '' without a token; once for concurrent callers. Never rejects. */
  renew(used: string): Promise<unknown>
}

/**
 * A `fetch` that adds the access token. After a 401 it renews the session and repeats the request
 * once, unless another person is signed in by then. Text, FormData and blobs are sent again; a
 * stream can be read only once, so its 401 is returned.
 */
export function renewingFetch(fetch: Fetch, session: RenewableSession): Fetch {
  const send = (url: string, init: RequestInit | undefined, token: string | null) => {
    if (!token) return fetch(url, init)
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    return fetch(url, { ...init, headers })
  }
  return async (url, init) => {
    const owner = session.owner()
    const used = session.accessToken()
    const reply = await send(url, init, used)
    if (reply.status !== 401 || owner === null) return reply
    // Read now: the end of a session aborts its requests.
    const refusal = new Response(await reply.arrayBuffer(), reply)
    await session.renew(used ?? '')
    const token = session.accessToken()
    const isRenewed = token !== used && session.owner() === owner
    const isRepeatable = !(init?.body instanceof ReadableStream)
    return isRenewed && isRepeatable ? send(url, init, token) : refusal
  }
}
