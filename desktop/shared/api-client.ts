import { treaty } from '@elysiajs/eden'
import type { App } from '#api/server/api.ts'
import type { Fetch } from './renewing-fetch.ts'

export interface ApiClientOptions {
  /** Origin of the API, such as `https://tidemark.example`; the page's own for the hosted build. */
  origin: string
  /** Access token of a client without a renewing fetch, such as a script's; read before each request. */
  accessToken?: () => string | null
  /** Aborts the request; read before each. */
  signal?: () => AbortSignal
  /** Sends the requests; the global `fetch` by default. */
  fetcher?: Fetch
}

/** The client passes an address and options, never a Request. */
const asGlobal = (send: Fetch): typeof fetch =>
  Object.assign((url: string | URL | Request, init?: RequestInit) => send(String(url), init), {
    preconnect() {},
  })

/**
 * Typed API client: `api.votes({ id }).get()` is `GET /api/v1/votes/{id}`. A call resolves to
 * `{ data, error, status }` and does not reject for an error reply.
 */
export function createApiClient({ origin, accessToken, signal, fetcher }: ApiClientOptions) {
  const client = treaty<App>(origin, {
    // Instants stay strings, as in the contract.
    parseDate: false,
    ...(fetcher && { fetcher: asGlobal(fetcher) }),
    ...(signal && { onRequest: () => ({ signal: signal() }) }),
    ...(accessToken && {
      headers: () => {
        const token = accessToken()
        return token === null ? {} : { authorization: `Bearer ${token}` }
      },
    }),
  })
  return client.api.v1
}

export type ApiClient = ReturnType<typeof createApiClient>
