import { treaty } from '@elysiajs/eden'
import type { App } from '#api/app.ts'

export interface ApiClientOptions {
  /** Origin of the API, such as `https://tidemark.example`; the page's own for the hosted build. */
  origin: string
  /** The access token of the moment, or null when signed out. Asked before each request. */
  accessToken: () => string | null
}

/**
 * The API as typed calls: `api.votes({ id }).get()` is `GET /api/v1/votes/{id}`. Every call resolves
 * to `{ data, error, status }` and never rejects for a refusal; shapes come from the contract.
 */
export function createApiClient({ origin, accessToken }: ApiClientOptions) {
  const client = treaty<App>(origin, {
    // Instants stay the strings of the contract; a client that wants a Date makes it where it shows it.
    parseDate: false,
    headers: () => {
      const token = accessToken()
      return token === null ? {} : { authorization: `Bearer ${token}` }
    },
  })
  return client.api.v1
}

export type ApiClient = ReturnType<typeof createApiClient>
